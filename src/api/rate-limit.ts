/** Reads rate limits from headers: when to retry, and how many requests remain. */
import { setTimeout as wait } from 'node:timers/promises'

/** `Retry-After` in seconds; the header is a number or a date. */
export function retryAfter(headers: Headers): number | undefined {
  const header = headers.get('retry-after')
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

interface RateLimitState {
  /** Remaining requests. */
  left: number
  /** Seconds until the limit resets. */
  seconds: number
}

/** `RateLimit: "default";r=5;t=30`, `RateLimit: remaining=5, reset=30`, or a header for each, with or without `X-`. */
export function readRateLimit(headers: Headers): RateLimitState | undefined {
  const all = headers.get('ratelimit') ?? ''
  const part = (pattern: RegExp, name: string) =>
    pattern.exec(all)?.[1] ?? headers.get(`ratelimit-${name}`) ?? headers.get(`x-ratelimit-${name}`)
  const left = part(/\b(?:r|remaining)=(\d+)/, 'remaining')
  const reset = part(/\b(?:t|reset)=(\d+)/, 'reset')
  if (!isNumber(left) || !isNumber(reset)) return undefined
  // Some services send the time of the reset, in seconds since 1970.
  const seconds = Number(reset) > 1e9 ? Number(reset) - Date.now() / 1000 : Number(reset)
  return { left: Number(left), seconds: Math.max(0, seconds) }
}

const isNumber = (text: string | null | undefined): text is string => /^\d+$/.test(text ?? '')

/** Delays requests that would only be refused, if the wait is short enough. */
export class RateGate {
  readonly #maxWaitSeconds: number
  readonly #onPause: (seconds: number) => void
  #left = Number.POSITIVE_INFINITY
  #resetsAt = 0
  #underWay = 0
  #toldUntil = 0

  constructor(maxWaitSeconds: number, onPause: (seconds: number) => void) {
    this.#maxWaitSeconds = maxWaitSeconds
    this.#onPause = onPause
  }

  async pass(send: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
    const pause = this.#pause()
    if (pause > 0) {
      await wait(pause, undefined, { signal })
      this.#left = Number.POSITIVE_INFINITY
    }
    this.#underWay++
    try {
      const response = await send()
      const known = readRateLimit(response.headers)
      if (known) {
        this.#left = known.left
        this.#resetsAt = Date.now() + known.seconds * 1000
      }
      return response
    } finally {
      this.#underWay--
    }
  }

  /** Milliseconds to wait before the next request. */
  #pause(): number {
    const milliseconds = this.#resetsAt - Date.now()
    if (this.#left > this.#underWay || milliseconds <= 0) return 0
    const seconds = Math.ceil(milliseconds / 1000)
    if (seconds > this.#maxWaitSeconds) return 0
    if (this.#toldUntil < this.#resetsAt) this.#onPause(seconds)
    this.#toldUntil = this.#resetsAt
    return milliseconds
  }
}
