/** A file that `topo init` wrote or found. */
export interface InitFile {
  path: string
  /** False if it existed already. */
  written: boolean
  /** `merged` if something was added to an existing file. */
  action: 'written' | 'merged' | 'kept'
}
