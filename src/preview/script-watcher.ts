/** Watches scripts for the preview: draws each save, and keeps the last valid picture. */

import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { KnownError } from '../errors.ts'
import { projectPath } from '../files/root.ts'
import { sortedBy } from '../grouped.ts'
import { checkerInBackground } from '../project/check/checker.ts'
import type { Examine } from '../project/check/examine.ts'
import type { Project } from '../project/config/project.ts'
import { loadOptionsOf, loadScript } from '../project/script/load.ts'
import { readSettled } from '../sync/watch/file-settled.ts'
import { type SaveWatcher, watchSaves } from '../sync/watch/watch-saves.ts'
import {
  type DrawnState,
  entryOf,
  readState,
  type SheetLook,
  sheetOrFinding,
} from './draw-sheet.ts'
import type { Entry, Sheet } from './sheet.ts'

/** Milliseconds to wait after a save, because several files are often saved together. */
const settleMs = 5
const warmUpMs = 600

export interface ScriptWatcherOptions {
  project: Project
  clock: Clock
  /** The watched folder. */
  root: string
  poll: boolean
  /** Address of a line in an editor, or null. */
  editor?: string | null
  /** Returns the files to show; called again for each new file. */
  select: (project: Project) => Promise<string[]>
  /** The saved settings of the project are wrong; the ones before are still used. */
  onSettingsError: (error: KnownError) => void
}

interface WatchedScript extends DrawnState {
  readonly file: string
  /** Serializes the reads of this script. */
  turn: Promise<void> | undefined
}

export class ScriptWatcher {
  /** Rejects on an error that no script caused. */
  readonly ended: Promise<never>
  readonly #options: ScriptWatcherOptions
  readonly #look: SheetLook
  #project: Project
  readonly #watched = new Map<string, WatchedScript>()
  readonly #listeners = new Set<() => void>()
  readonly #saves: SaveWatcher<WatchedScript>
  readonly #checker = checkerInBackground()
  readonly #examine: Examine = async (...given) => (await this.#checker).examine(...given)
  #end: (error: unknown) => void = () => {}
  #version = 0
  /** The last requested sheet, cached because the page will request it again. */
  #sheet:
    | {
        readonly watched: WatchedScript
        readonly version: number | null
        readonly made: Promise<Sheet>
      }
    | undefined
  #closed = false

  constructor(options: ScriptWatcherOptions) {
    this.#options = options
    this.#project = options.project
    this.#look = { editor: options.editor ?? null, theme: 'auto' }
    this.ended = new Promise((_resolve, reject) => {
      this.#end = reject
    })
    this.ended.catch(() => {})
    const { root, clock, poll, select } = options
    this.#saves = watchSaves({
      root,
      clock,
      poll,
      settleMs,
      scripts: this.#watched,
      select: () => select(this.#project),
      add: (file) => this.#add(file),
      reopen: () => this.#reopen(),
      drop: ({ file }) => this.#drop(file),
      onSave: (watched) => void this.#refresh(watched),
      onError: (error) => this.#end(error),
    })
  }

  /** Resolves when no save is missed any more; scripts may not have been read yet. */
  async open(files: readonly string[]): Promise<void> {
    for (const file of files) this.#add(file)
    await this.#saves.ready
    this.#readAll().catch(this.#end)
  }

  async close(): Promise<void> {
    this.#closed = true
    const saves = this.#saves.close()
    const checker = this.#checker.then((one) => one.close())
    await Promise.all([saves, checker])
  }

  /** Calls back when a script is added, changed or removed. Returns a function that unsubscribes. */
  onChange(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => void this.#listeners.delete(changed)
  }

  entries(): Entry[] {
    const entries = [...this.#watched.values()].map(entryOf)
    return sortedBy(entries, ({ path }) => path)
  }

  /** Undefined for an unknown path. */
  async sheet(path: string): Promise<Sheet | undefined> {
    const watched = [...this.#watched.values()].find((one) => one.path === path)
    if (!watched) return undefined
    if (watched.version === null) await this.#ensureRead(watched)
    return this.#cachedSheet(watched)
  }

  #cachedSheet(watched: WatchedScript): Promise<Sheet> {
    const { version } = watched
    if (this.#sheet?.watched !== watched || this.#sheet.version !== version) {
      this.#sheet = { watched, version, made: sheetOrFinding(watched, this.#look) }
    }
    return this.#sheet.made
  }

  async #readAll(): Promise<void> {
    for (const one of [...this.#watched.values()]) {
      if (this.#closed) return
      if (one.version === null) await this.#ensureRead(one)
    }
    await this.#warmUp()
  }

  /** Lets V8 compile the hot code: without this, the first ten saves would take twice as long. */
  async #warmUp(): Promise<void> {
    const watched = [...this.#watched.values()].find(({ picture, isStale }) => picture && !isStale)
    const script = watched?.script
    const { clock } = this.#options
    const end = clock.elapsed() + warmUpMs
    while (script && !this.#closed && clock.elapsed() < end) {
      await readState(async () => script, watched, this.#examine)
      await sheetOrFinding(watched, this.#look)
      await setImmediate()
    }
  }

  #add(file: string): WatchedScript {
    const known = this.#watched.get(file)
    if (known) return known
    const path = projectPath(this.#project.root, file)
    const state = { version: null, script: undefined, picture: undefined }
    const watched = { file, path, turn: undefined, findings: [], isStale: false, ...state }
    this.#watched.set(file, watched)
    return watched
  }

  async #reopen(): Promise<string[] | undefined> {
    try {
      const project = await this.#project.reopen()
      const files = await this.#options.select(project)
      this.#project = project
      return files
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
      this.#options.onSettingsError(error)
    }
  }

  #drop(file: string): void {
    this.#watched.delete(file)
    this.#notify()
  }

  #notify(): void {
    for (const changed of this.#listeners) changed()
  }

  /** The running read, or a new one. */
  #ensureRead(watched: WatchedScript): Promise<void> {
    return watched.turn ?? this.#refresh(watched)
  }

  #refresh(watched: WatchedScript): Promise<void> {
    watched.turn = (watched.turn ?? Promise.resolve())
      .then(() => this.#draw(watched))
      .catch(this.#end)
    return watched.turn
  }

  async #draw(watched: WatchedScript): Promise<void> {
    if (this.#closed) return
    const { clock } = this.#options
    const state = await readSettled(watched.file, () => this.#read(watched), clock)
    if (state) Object.assign(watched, state, { version: ++this.#version })
    else this.#watched.delete(watched.file)
    this.#notify()
    // Prepare the sheet while the notified pages request it.
    await setImmediate()
    if (state && this.#sheet?.watched === watched) await this.#cachedSheet(watched)
  }

  #read({ file, path, script, picture }: WatchedScript): ReturnType<typeof readState> {
    const load = () => loadScript(file, loadOptionsOf(this.#project))
    return readState(load, { path, script, picture }, this.#examine)
  }
}
