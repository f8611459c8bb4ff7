/** Watches the files of a project for saves. */
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { watch } from 'chokidar'
import type { Clock } from '../../clock.ts'
import { type KnownError, refusedError } from '../../errors.ts'
import { systemReason } from '../../text/system-reason.ts'
import { fileStamp } from './file-settled.ts'

export interface FileWatcherOptions {
  root: string
  clock: Clock
  /** Poll the disk, for file systems that send no events. */
  poll: boolean
  /** Called when a file was added, changed or removed. */
  onFile: (file: string) => void
  /** Called when watching fails, e.g. due to too many files. */
  onError: (error: KnownError) => void
}

export interface FileWatcher {
  readonly ready: Promise<void>
  close(): Promise<void>
}

const pollMs = 300
/** Milliseconds after an event: chokidar ignores saves for 50 ms, so the file is compared between `from` and `to`. */
const recheckMs = { from: 15, to: 60 }
/** Milliseconds between looks into a new folder: chokidar reads it before it watches it, and misses what is saved in between. */
const newFolderMs = [100, 900, 4000]
const ignoredFolders = new Set(['node_modules', '.git', '.topo'])

export function watchFiles(options: FileWatcherOptions): FileWatcher {
  const { root, clock, poll, onFile, onError } = options
  const files = watch(root, {
    ignored: (path) => ignoredFolders.has(basename(path)) && path !== root,
    ignoreInitial: true,
    usePolling: poll,
    interval: pollMs,
    followSymlinks: false,
  })
  const report = async (file: string): Promise<void> => {
    onFile(file)
    // `onFile` waits longer before it reads, so it sees all saves until `from`.
    await clock.wait(recheckMs.from)
    const save = await fileStamp(file)
    await clock.wait(recheckMs.to - recheckMs.from)
    const now = await fileStamp(file)
    // Closed meanwhile: nothing may be reported any more.
    if (!files.closed && save !== now) await report(file)
  }
  /** Reports what chokidar does not know, because its `add` brings no event. */
  const reportMissed = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const known = files.closed
      ? entries.map(({ name }) => name)
      : (files.getWatched()[folder] ?? [])
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (known.includes(entry.name) || ignoredFolders.has(entry.name)) continue
      files.add(path)
      if (entry.isDirectory()) await reportMissed(path)
      else await report(path)
    }
  }
  files.on('addDir', async (folder) => {
    for (const delay of newFolderMs) {
      await clock.wait(delay)
      await reportMissed(folder)
    }
  })
  for (const event of ['add', 'change', 'unlink'] as const)
    files.on(event, (file) => void report(file))
  files.on('error', (cause) => onError(watchError(cause)))
  return {
    // Ready after an error too; `onError` has reported it.
    ready: new Promise((resolve) =>
      files.once('ready', () => resolve()).once('error', () => resolve()),
    ),
    close: () => files.close(),
  }
}

const watchError = (cause: unknown): KnownError =>
  refusedError(`Cannot watch the files: ${systemReason(cause)}.`, {
    code: 'TOPO_NOT_WATCHED',
    hint: 'Add --poll to poll the disk instead.',
    cause,
  })

export const isScript = (file: string): boolean => /\.topology\.[jt]s$/.test(file)

/** True if a script may import the file. */
const isImportable = (file: string): boolean => /\.([cm]?[jt]sx?|json)$/.test(file)

/** True if a save of this file may change the script: its readme, or a file that it may import. */
export const affectsScript = (file: string, script: Followable | undefined): boolean =>
  ((script?.bundled !== false || script.problems.length > 0) && isImportable(file)) ||
  script?.readmeFile === file

export interface Followable {
  readonly bundled: boolean
  readonly problems: readonly unknown[]
  readonly readmeFile: string
  /** The target, if the script is a symbolic link. */
  readonly linkedFile?: string
}
