/** Watches the files that open scripts depend on, for clients that do not report changes of files. */
import { statSync } from 'node:fs'
import type { FSWatcher } from 'chokidar'
import type { Clock } from '../../clock.ts'

/** Milliseconds until chokidar watches an added file, also on a busy machine. */
const lookMs = 1000

/** The state of a file. Undefined where none can be, e.g. if the name is too long. */
function stampOf(file: string): string | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : ''
  } catch {
    return undefined
  }
}

export class DependencyWatcher {
  readonly #clock: Clock
  readonly #onChange: (file: string) => void
  #watcher: Promise<FSWatcher> | undefined
  #watched = new Set<string>()

  constructor(clock: Clock, onChange: (file: string) => void) {
    this.#clock = clock
    this.#onChange = onChange
  }

  /** Watches exactly these files, which need not exist. */
  watch(files: ReadonlySet<string>): void {
    const added = [...files].filter((file) => !this.#watched.has(file))
    const removed = [...this.#watched].filter((file) => !files.has(file))
    this.#watched = new Set(files)
    if (added.length + removed.length === 0) return
    this.#watcher ??= this.#open()
    const before = added.flatMap((file) => {
      const stamp = stampOf(file)
      return stamp === undefined ? [] : [{ file, stamp }]
    })
    void this.#watcher.then((watcher) => {
      watcher.unwatch(removed)
      watcher.add(before.map(({ file }) => file))
      // A change before chokidar has looked at a file brings no event.
      const look = () => {
        if (watcher.closed) return
        for (const { file, stamp } of before) if (stampOf(file) !== stamp) this.#onChange(file)
      }
      this.#clock.timer(lookMs, look).unref()
    })
  }

  async close(): Promise<void> {
    await (await this.#watcher)?.close()
  }

  async #open(): Promise<FSWatcher> {
    const { watch } = await import('chokidar')
    const watcher = watch([], { ignoreInitial: true, followSymlinks: false })
    for (const event of ['add', 'change', 'unlink'] as const) watcher.on(event, this.#onChange)
    // Without watching, the next keystroke still reads all files again.
    watcher.on('error', () => {})
    return watcher
  }
}
