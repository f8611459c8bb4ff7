/** Delays requests that would only be refused, if the wait is short enough. */
import type { Clock } from '../../clock.ts'
import { type RateLimitState, readRateLimit } from './rate-limit.ts'

export interface RateGateOptions {
  readonly clock: Clock
  /** Longer pauses are not made: the service may refuse the request. */
  readonly maxWaitSeconds: number
  /** Called once for each reset that requests wait for. */
  readonly onPause: (seconds: number) => void
}

export class RateGate {
  readonly #options: RateGateOptions
  /** Requests that the service still accepts before the reset. */
  #left = Number.POSITIVE_INFINITY
  /** A time of `clock.elapsed()`. */
  #resetsAt = 0
  #announcedUntil = 0
  #underWay = 0
  #lastLimit: RateLimitState | undefined

  constructor(options: RateGateOptions) {
    this.#options = options
  }

  /** The last limit that an answer contained. */
  get lastLimit(): RateLimitState | undefined {
    return this.#lastLimit
  }

  /** Call before a request, and `leave` after it. */
  async enter(signal?: AbortSignal): Promise<void> {
    const milliseconds = this.#pause()
    if (milliseconds > 0) {
      await this.#options.clock.wait(milliseconds, signal)
      this.#left = Number.POSITIVE_INFINITY
    }
    this.#underWay++
  }

  /** @param headers of the answer, if there is one */
  leave(headers?: Headers): void {
    this.#underWay--
    const { clock } = this.#options
    const limit = headers && readRateLimit(headers, clock.now())
    if (!limit) return
    this.#lastLimit = limit
    this.#left = limit.left
    this.#resetsAt = clock.elapsed() + limit.seconds * 1000
  }

  /** Milliseconds to wait before the next request. */
  #pause(): number {
    const { clock, maxWaitSeconds, onPause } = this.#options
    const milliseconds = this.#resetsAt - clock.elapsed()
    if (this.#left > this.#underWay || milliseconds <= 0) return 0

    const seconds = Math.ceil(milliseconds / 1000)
    if (seconds > maxWaitSeconds) return 0

    if (this.#announcedUntil < this.#resetsAt) onPause(seconds)
    this.#announcedUntil = this.#resetsAt
    return milliseconds
  }
}
