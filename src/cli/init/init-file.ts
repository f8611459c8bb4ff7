/** A file that `topo init` wrote or found. */
export interface InitFile {
  path: string
  /** False if it was kept as it is. */
  written: boolean
  /** `merged` if something was added to an existing file, `renewed` if topo wrote it before. */
  action: 'written' | 'merged' | 'renewed' | 'kept'
}
