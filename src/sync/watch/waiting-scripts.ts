/** Scripts to be sent when the service is available again, and the time of their retry. */
import type { Clock, Timer } from '../../clock.ts'
import { ExitCode, endsRun, KnownError } from '../../errors.ts'
import { KeyRetries } from './key-retries.ts'
import type { WatchedScript } from './watch-send.ts'

/** Seconds until a retry: after an outage, and with an exhausted quota. */
const PAUSE_SECONDS = { outage: 2, quota: 60 }

export class WaitingScripts {
  readonly #scripts = new Set<WatchedScript>()
  readonly #keyRetries = new KeyRetries()
  readonly #clock: Clock
  readonly #retry: (idle: readonly WatchedScript[]) => void
  #timer: Timer | undefined
  #isClosed = false

  /** @param retry called with the waiting scripts that are not being sent */
  constructor(clock: Clock, retry: (idle: readonly WatchedScript[]) => void) {
    this.#clock = clock
    this.#retry = retry
  }

  get isEmpty(): boolean {
    return this.#scripts.size === 0
  }

  /** True for an error after which the same requests are sent again later. */
  isRetried(error: unknown): error is KnownError {
    if (!(error instanceof KnownError) || !endsRun(error)) return false
    return error.exitCode !== ExitCode.auth || this.#keyRetries.allows(error)
  }

  /** The service took a request: its key is valid. */
  accepted(): void {
    this.#keyRetries.accepted()
  }

  /** Adds scripts that an error kept from being sent. Returns those that did not wait already. */
  add(scripts: readonly WatchedScript[], error: KnownError): WatchedScript[] {
    if (error.exitCode === ExitCode.auth) this.#keyRetries.refused()
    const newcomers = scripts.filter((script) => !this.#scripts.has(script))
    for (const script of scripts) {
      script.base = undefined
      script.script = undefined
      this.#scripts.add(script)
    }
    return newcomers
  }

  remove(script: WatchedScript): void {
    this.#scripts.delete(script)
  }

  /** Retries after this many seconds, and at no time that was set before. */
  retryIn(seconds: number): void {
    this.#timer?.cancel()
    if (this.#isClosed) return
    this.#timer = this.#clock.timer(seconds * 1000, () => this.#retryNow())
  }

  close(): void {
    this.#isClosed = true
    this.#timer?.cancel()
  }

  #retryNow(): void {
    const idle = [...this.#scripts].filter(({ busy }) => !busy)
    this.#keyRetries.retrying()
    this.#retry(idle)
  }
}

/** Seconds until a retry after this error. */
export function pauseAfter(error: KnownError): number {
  return error.exitCode === ExitCode.quota ? PAUSE_SECONDS.quota : PAUSE_SECONDS.outage
}
