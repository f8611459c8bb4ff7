/** Watches the files that open scripts depend on, for clients that do not report changes of files. */
import type { FSWatcher } from 'chokidar'

export class DependencyWatcher {
  readonly #onChange: (file: string) => void
  #watcher: Promise<FSWatcher> | undefined
  #watched = new Set<string>()

  constructor(onChange: (file: string) => void) {
    this.#onChange = onChange
  }

  /** Watches exactly these files, which need not exist. */
  watch(files: ReadonlySet<string>): void {
    const added = [...files].filter((file) => !this.#watched.has(file))
    const removed = [...this.#watched].filter((file) => !files.has(file))
    this.#watched = new Set(files)
    if (added.length + removed.length === 0) return
    this.#watcher ??= this.#open()
    void this.#watcher.then((watcher) => {
      watcher.add(added)
      watcher.unwatch(removed)
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
