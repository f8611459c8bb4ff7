/** Per-key rate limit: section *Limits*, 1000 requests per hour for all requests with a key. */

import type { Clock } from '../database/snapshot.ts'
import { HttpError } from '../http/http-error.ts'

const windowMs = 3_600_000

export class RateLimiter {
  readonly #limit: number
  readonly #now: Clock
  readonly #windows = new Map<string, { readonly start: number; count: number }>()

  constructor(limit: number, now: Clock) {
    this.#limit = limit
    this.#now = now
  }

  /** Counts a request and returns the rate headers, none without a limit; throws 429 above the limit. */
  count(key: string): Record<string, string> {
    if (this.#limit === Number.POSITIVE_INFINITY) return {}
    const now = this.#now()
    let window = this.#windows.get(key)
    if (!window || now - window.start >= windowMs) {
      window = { start: now, count: 0 }
      this.#windows.set(key, window)
    }
    window.count++
    const reset = String(Math.ceil((window.start + windowMs - now) / 1000))
    const headers = {
      'ratelimit-limit': String(this.#limit),
      'ratelimit-remaining': String(Math.max(0, this.#limit - window.count)),
      'ratelimit-reset': reset,
    }
    if (window.count > this.#limit) {
      const body = { error: 'rate_limited', message: 'too many requests with this key' }
      throw new HttpError(429, body, { ...headers, 'retry-after': reset })
    }
    return headers
  }
}
