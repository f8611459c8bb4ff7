/** The files of a project, as they are saved. */
import { basename } from 'node:path'
import { watch } from 'chokidar'

export interface SourceOptions {
  root: string
  /** Ask the disk instead of waiting to be told, where file systems tell nothing. */
  poll: boolean
  /** A file came, changed or went. */
  onFile: (file: string) => void
}

export interface Sources {
  readonly ready: Promise<void>
  close(): Promise<void>
}

const pollMs = 300
const none = new Set(['node_modules', '.git', '.topo'])

export function watchSources({ root, poll, onFile }: SourceOptions): Sources {
  const files = watch(root, {
    ignored: (path) => none.has(basename(path)) && path !== root,
    ignoreInitial: true,
    usePolling: poll,
    interval: pollMs,
    followSymlinks: false,
  })
  for (const event of ['add', 'change', 'unlink'] as const) files.on(event, onFile)
  return {
    ready: new Promise((resolve) => files.once('ready', () => resolve())),
    close: () => files.close(),
  }
}

export const isScript = (file: string): boolean => /\.topology\.[jt]s$/.test(file)

/** Whether a script may import it. */
export const isImportable = (file: string): boolean => /\.([cm]?[jt]sx?|json)$/.test(file)
