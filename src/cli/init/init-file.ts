/** A file that `topo init` wrote or found. */
export interface InitFile {
  path: string
  /** False when it was there already. */
  written: boolean
  /** `merged` where something was added to what was there. */
  action: 'written' | 'merged' | 'kept'
}
