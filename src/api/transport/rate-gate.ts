/** Delays requests that would only be refused, if the wait is short enough. */
import { setTimeout as wait } from 'node:timers/promises'
import { type RateLimitState, readRateLimit } from './rate-limit.ts'

export class RateGate {
  readonly #maxWaitSeconds: number
  readonly #onPause: (seconds: number) => void
  /** Requests that the service still accepts before the reset. */
  #left = Number.POSITIVE_INFINITY
  /** Milliseconds since 1970. */
  #resetsAt = 0
  #announcedUntil = 0
  #underWay = 0
  #lastLimit: RateLimitState | undefined

  /** @param onPause called once for each reset that requests wait for */
  constructor(maxWaitSeconds: number, onPause: (seconds: number) => void) {
    this.#maxWaitSeconds = maxWaitSeconds
    this.#onPause = onPause
  }

  /** The last limit that an answer contained. */
  get lastLimit(): RateLimitState | undefined {
    return this.#lastLimit
  }

  /** Call before a request, and `leave` after it. */
  async enter(signal?: AbortSignal): Promise<void> {
    const milliseconds = this.#pause()
    if (milliseconds > 0) {
      await wait(milliseconds, undefined, { signal })
      this.#left = Number.POSITIVE_INFINITY
    }
    this.#underWay++
  }

  /** @param headers of the answer, if there is one */
  leave(headers?: Headers): void {
    this.#underWay--
    const limit = headers && readRateLimit(headers)
    if (!limit) return
    this.#lastLimit = limit
    this.#left = limit.left
    this.#resetsAt = Date.now() + limit.seconds * 1000
  }

  /** Milliseconds to wait before the next request. */
  #pause(): number {
    const milliseconds = this.#resetsAt - Date.now()
    if (this.#left > this.#underWay || milliseconds <= 0) return 0

    const seconds = Math.ceil(milliseconds / 1000)
    if (seconds > this.#maxWaitSeconds) return 0

    if (this.#announcedUntil < this.#resetsAt) this.#onPause(seconds)
    this.#announcedUntil = this.#resetsAt
    return milliseconds
  }
}
