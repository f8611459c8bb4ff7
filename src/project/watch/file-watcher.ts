/** The files of a project, as they are saved. */
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { watch } from 'chokidar'
import { ExitCode, KnownError } from '../../errors.ts'
import { fileStamp } from './file-settled.ts'

export interface FileWatcherOptions {
  root: string
  /** Ask the disk instead of waiting to be told, where file systems tell nothing. */
  poll: boolean
  /** A file came, changed or went. */
  onFile: (file: string) => void
  /** The file system tells no more, as where there are more files than it can watch. */
  onError: (error: KnownError) => void
}

export interface Sources {
  readonly ready: Promise<void>
  close(): Promise<void>
}

const pollMs = 300
/** Milliseconds after a save that chokidar has told of: what is saved until 50 of them have passed it leaves out. */
const deaf = { from: 15, to: 60 }
const none = new Set(['node_modules', '.git', '.topo'])

export function watchSources({ root, poll, onFile, onError }: FileWatcherOptions): Sources {
  const files = watch(root, {
    ignored: (path) => none.has(basename(path)) && path !== root,
    ignoreInitial: true,
    usePolling: poll,
    interval: pollMs,
    followSymlinks: false,
  })
  const tell = async (file: string): Promise<void> => {
    onFile(file)
    // What is written until now is read by those who have been told: they wait longer.
    await wait(deaf.from)
    const save = await fileStamp(file)
    await wait(deaf.to - deaf.from)
    if (!files.closed && save !== (await fileStamp(file))) await tell(file)
  }
  for (const event of ['add', 'change', 'unlink'] as const) files.on(event, (file) => void tell(file))
  files.on('error', (cause) => onError(blind(cause)))
  return {
    // Where it fails there is nothing to wait for, and `onError` has said so.
    ready: new Promise((resolve) => files.once('ready', () => resolve()).once('error', () => resolve())),
    close: () => files.close(),
  }
}

const blind = (cause: unknown): KnownError =>
  new KnownError(`The files cannot be watched: ${cause instanceof Error ? cause.message : cause}.`, {
    code: 'TOPO_NOT_WATCHED',
    exitCode: ExitCode.refused,
    hint: 'Add --poll, which asks the disk instead.',
    cause,
  })

export const isScript = (file: string): boolean => /\.topology\.[jt]s$/.test(file)

/** Whether a script may import it. */
const isImportable = (file: string): boolean => /\.([cm]?[jt]sx?|json)$/.test(file)

/** Whether a save of this file may change what the script is: a readme belongs to it, anything else it may import. */
export const affectsScript = (file: string, script: Followable | undefined): boolean =>
  (script?.bundled !== false && isImportable(file)) || script?.readmeFile === file

interface Followable {
  readonly bundled: boolean
  readonly readmeFile: string
}
