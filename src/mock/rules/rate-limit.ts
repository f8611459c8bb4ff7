/** Per-key rate limit: section *Limits*, 1000 requests per hour for all requests with a key. */
import type { TimeSource } from '../database/snapshot.ts'
import { HttpError } from '../http/http-error.ts'

const windowMs = 3_600_000

/** Returns a function that counts a request and returns the rate headers, none without a limit; it throws 429 above the limit. */
export function rateLimiter(
  limit: number,
  clock: TimeSource,
): (key: string) => Record<string, string> {
  const windows = new Map<string, { readonly start: number; count: number }>()
  return (key) => {
    if (limit === Number.POSITIVE_INFINITY) return {}
    const now = clock()
    let window = windows.get(key)
    // The clock may be set back.
    if (!window || now < window.start || now - window.start >= windowMs) {
      window = { start: now, count: 0 }
      windows.set(key, window)
    }
    window.count++
    const reset = String(Math.ceil((window.start + windowMs - now) / 1000))
    const headers = {
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(Math.max(0, limit - window.count)),
      'ratelimit-reset': reset,
    }
    if (window.count > limit) {
      const body = { error: 'rate_limited', message: 'too many requests with this key' }
      throw new HttpError(429, body, { ...headers, 'retry-after': reset })
    }
    return headers
  }
}
