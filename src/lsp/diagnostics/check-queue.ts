/** Decides when open scripts are checked: soon after a change, never two texts of one script at once, the last text wins. */
import type { Clock, Timer } from '../../clock.ts'

interface Entry {
  timer: Timer | undefined
  running: AbortController | undefined
  /** Milliseconds that the last check took. */
  took: number
}

/** Keystrokes that arrive together are one change. */
const SHORTEST_PAUSE_MS = 8
/** A script that takes long waits for a longer pause, so that typing does not start checks in vain. */
const LONGEST_PAUSE_MS = 200

export class CheckQueue {
  readonly #entries = new Map<string, Entry>()
  readonly #clock: Clock
  readonly #check: (uri: string, signal: AbortSignal) => Promise<void>

  /** @param check checks the current text of a script, and publishes the result unless the signal fired; never rejects */
  constructor(clock: Clock, check: (uri: string, signal: AbortSignal) => Promise<void>) {
    this.#clock = clock
    this.#check = check
  }

  /** The text of a script, or something that it depends on, has changed. */
  schedule(uri: string): void {
    const entry = this.#entries.get(uri) ?? { timer: undefined, running: undefined, took: 0 }
    this.#entries.set(uri, entry)
    entry.timer?.cancel()
    entry.running?.abort()
    const pause = Math.min(Math.max(SHORTEST_PAUSE_MS, entry.took / 4), LONGEST_PAUSE_MS)
    entry.timer = this.#clock.timer(pause, () => void this.#run(uri, entry))
  }

  /** The script was closed. */
  forget(uri: string): void {
    const entry = this.#entries.get(uri)
    entry?.timer?.cancel()
    entry?.running?.abort()
    this.#entries.delete(uri)
  }

  async #run(uri: string, entry: Entry): Promise<void> {
    const running = new AbortController()
    entry.running = running
    const begin = this.#clock.elapsed()
    await this.#check(uri, running.signal)
    entry.took = this.#clock.elapsed() - begin
    if (entry.running === running) entry.running = undefined
  }
}
