/** Watches the scripts of a folder: reports each script once after a burst of saves that affects it. */
import { basename } from 'node:path'
import type { Clock, Timer } from '../../clock.ts'
import { CONFIG_FILE } from '../../files/root.ts'
import { IGNORE_FILE } from '../../project/config/ignore-rules.ts'
import {
  affectsScript,
  type FileWatcher,
  type Followable,
  isScript,
  watchFiles,
} from './file-watcher.ts'

export interface SaveWatcherOptions<Script> {
  root: string
  clock: Clock
  poll: boolean
  /** Milliseconds to wait after the last event of a save. */
  settleMs: number
  /** The known scripts, by absolute path. */
  scripts: ReadonlyMap<string, Script>
  /** Returns the files to watch; called for each new script file. */
  select: () => Promise<string[]>
  add: (file: string) => Script
  /** The settings of the project were saved. Returns what is selected now; undefined if they cannot be used. */
  reopen: () => Promise<string[] | undefined>
  /** A script is not selected any more. */
  drop: (script: Script) => void
  onSave: (script: Script) => void
  /** No file events arrive any more, or `select` or `reopen` failed. */
  onError: (error: unknown) => void
}

export interface SaveWatcher<Script> {
  /** Resolves when no save is missed any more. */
  readonly ready: Promise<void>
  /** Reports a script again, after the same wait. */
  schedule(script: Script): void
  close(): Promise<void>
}

/** Milliseconds to wait after the last event of settings: an editor may write them in several steps. */
const SETTINGS_MS = 500

interface SavedScript {
  readonly file: string
  readonly script: Followable | undefined
}

export function watchSaves<Script extends SavedScript>(
  options: SaveWatcherOptions<Script>,
): SaveWatcher<Script> {
  return new SaveWatch(options)
}

class SaveWatch<Script extends SavedScript> implements SaveWatcher<Script> {
  readonly ready: Promise<void>
  readonly #options: SaveWatcherOptions<Script>
  readonly #files: FileWatcher
  /** By file. */
  readonly #timers = new Map<string, Timer>()
  #settingsTimer: Timer | undefined
  /** Settings that are not read yet. */
  #unread = 0
  /** Files that were saved since: they may not be selected any more. */
  readonly #held = new Set<string>()
  /** One after the other, so that none uses a selection from before. */
  #selecting: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: SaveWatcherOptions<Script>) {
    this.#options = options
    const { root, clock, poll, onError } = options
    this.#files = watchFiles({
      root,
      clock,
      poll,
      onFile: (file) => this.#onFile(file),
      onError,
    })
    this.ready = this.#files.ready
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#settingsTimer?.cancel()
    for (const timer of this.#timers.values()) timer.cancel()
    await this.#files.close()
  }

  schedule({ file }: Script): void {
    if (this.#isClosed) return
    if (this.#unread > 0) {
      this.#held.add(file)
      return
    }
    this.#timers.get(file)?.cancel()
    const { clock, settleMs } = this.#options
    const timer = clock.timer(settleMs, () => this.#report(file))
    this.#timers.set(file, timer)
  }

  #report(file: string): void {
    this.#timers.delete(file)
    const script = this.#options.scripts.get(file)
    if (script) this.#options.onSave(script)
  }

  #onFile(file: string): void {
    if (this.#isClosed) return
    if (isSettings(file)) this.#onSettings()
    else if (this.#unread > 0) this.#held.add(file)
    else this.#scheduleFor(file)
  }

  #scheduleFor(file: string): void {
    const script = this.#options.scripts.get(file) ?? this.#findLinkTo(file)
    if (script) this.schedule(script)
    else if (isScript(file)) this.#inTurn(() => this.#addIfSelected(file))
    else this.#scheduleAffected(file)
  }

  /** The script that is a symbolic link to this file. */
  #findLinkTo(file: string): Script | undefined {
    return [...this.#options.scripts.values()].find(({ script }) => script?.linkedFile === file)
  }

  async #addIfSelected(file: string): Promise<void> {
    const selected = await this.#options.select()
    if (selected.includes(file)) this.schedule(this.#options.add(file))
  }

  #scheduleAffected(file: string): void {
    for (const followed of this.#options.scripts.values()) {
      if (affectsScript(file, followed.script)) this.schedule(followed)
    }
  }

  #inTurn(act: () => Promise<void>): void {
    this.#selecting = this.#selecting
      .then(() => (this.#isClosed ? undefined : act()))
      .catch(this.#options.onError)
  }

  /** Holds what is saved until the settings are read. */
  #onSettings(): void {
    if (this.#settingsTimer === undefined) this.#unread++
    this.#settingsTimer?.cancel()
    for (const [file, timer] of this.#timers) {
      timer.cancel()
      this.#held.add(file)
    }
    this.#timers.clear()
    this.#settingsTimer = this.#options.clock.timer(SETTINGS_MS, () => {
      this.#settingsTimer = undefined
      this.#inTurn(() => this.#readSettings().finally(() => this.#release()))
    })
  }

  async #readSettings(): Promise<void> {
    const { scripts, reopen, add, drop } = this.#options
    const selected = await reopen()
    const files = new Set(selected)
    for (const [file, script] of scripts) if (selected && !files.has(file)) drop(script)
    for (const file of files) this.#held.add(add(file).file)
  }

  #release(): void {
    this.#unread--
    if (this.#unread > 0) return
    const files = [...this.#held]
    this.#held.clear()
    for (const file of files) this.#onFile(file)
  }
}

function isSettings(file: string): boolean {
  return [CONFIG_FILE, IGNORE_FILE].includes(basename(file))
}
