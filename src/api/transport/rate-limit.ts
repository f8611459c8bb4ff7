/** Reads rate limits: which answers are one, when to retry, and how many requests remain. */
import { type ErrorBody, isQuotaExceeded } from '../answers/parse-error-body.ts'

/** Seconds; a later time, such as the year 9999, stands for one that is unknown. */
const longestWait = 366 * 86_400

/**
 * `Retry-After` in seconds; the header is a number or a date.
 * Undefined without it, and for one that says nothing: no date, or a date of a service whose time is unknown.
 * @param receivedAt time of day on this machine when the answer arrived
 */
export function retryAfter(headers: Headers, receivedAt: number): number | undefined {
  const header = headers.get('retry-after')?.trim()
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : secondsBetween(timeOf(headers, receivedAt), httpDate(header))
  return seconds !== undefined && seconds <= longestWait
    ? Math.max(0, Math.ceil(seconds))
    : undefined
}

const secondsBetween = (from: number | undefined, to: number | undefined) =>
  from === undefined || to === undefined ? undefined : (to - from) / 1000

/**
 * The time of the service, in milliseconds since 1970: the clock of this machine may be wrong. Only an answer without a
 * date is measured with that clock; undefined for a date that is none.
 */
function timeOf(headers: Headers, receivedAt: number): number | undefined {
  const header = headers.get('date')
  return header === null ? receivedAt : httpDate(header.trim())
}

/** The three forms of RFC 9110, section 5.6.7, and ISO 8601; `Date.parse` reads `1.5` as a day in January. */
function httpDate(text: string): number | undefined {
  const isDate =
    /^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text) || /^\d{4}-\d{2}-\d{2}T/.test(text)
  // asctime names no zone; it is always GMT.
  const time = isDate ? Date.parse(/^[A-Za-z]{3} /.test(text) ? `${text} GMT` : text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Says that there were too many requests. "You may not change rate limits" does not. */
const tooMany = [
  /\btoo many (requests|calls)\b/i,
  /\b(rate|requests?|calls?|api)[ -]?(limit|quota)s?\b.{0,40}\b(exceeded|reached|hit|exhausted)\b/is,
  /\b(exceeded|reached|hit|over)\b.{0,40}\b(rate|request|call|api)[ -]?limits?\b/is,
  /\b(requests?|calls?) per (second|minute|hour|day)\b.{0,40}\b(exceeded|reached)\b/is,
  /\brate[ -]?limited\b|\b(being|been|was|request) throttled\b|\bslow down\b/i,
  /\blimit of [\d., ]+(requests|calls)\b.{0,40}\b(exceeded|reached)\b/is,
  /\b(exceeded|reached|hit|used up)\b.{0,40}\blimit of [\d., ]+(requests|calls)\b/is,
  // Names the limit and says nothing else: "API key rate limit".
  /^\W*((the|your|this|api|key|user|account|client|hourly|daily|request)\W+)*rate[ -]?limit\b(\W+(for|of|per|the|your|this|is|api|key|user|account|client|\d+|requests|calls|second|minute|hour|day)\b)*\W*$/i,
  /^\W*(hourly |daily )?limit (was )?(exceeded|reached)\W*$/i,
]

/** Says that the key or the right is the problem. */
const denied =
  /\b(invalid|unknown|revoked|expired|missing|malformed|permission|permitted|owner|administrators?)\b/i

/**
 * True for a request that was refused because there were too many. That is 429, or 401 and 403 of an auth layer that
 * says so: in the body, by `Retry-After`, or by headers without requests left. The last request may have had a wrong
 * key, so words about the key count more than those headers.
 */
export function isRateLimited(
  { status, headers }: { status: number; headers: Headers },
  body: ErrorBody,
  receivedAt: number,
): boolean {
  const { code, message = '' } = body
  if (isQuotaExceeded(status, body)) return false
  if (status === 429) return true
  if (status !== 401 && status !== 403) return false
  if (code === 'rate_limited' || tooMany.some((words) => words.test(message))) return true
  if (retryAfter(headers, receivedAt) !== undefined) return true
  return remaining(headers) === '0' && !denied.test(`${code?.replaceAll('_', ' ')} ${message}`)
}

/** Seconds until requests are accepted again, for an answer that is a rate limit. */
export function limitedFor(headers: Headers, receivedAt: number): number | undefined {
  const state = readRateLimit(headers, receivedAt)
  return (
    retryAfter(headers, receivedAt) ?? (state?.left === 0 ? Math.ceil(state.seconds) : undefined)
  )
}

export interface RateLimitState {
  /** Remaining requests. */
  left: number
  /** Requests of the whole period, if the service says so. */
  limit?: number
  /** Seconds until the limit resets. */
  seconds: number
}

/** `RateLimit: "default";r=5;t=30`, `RateLimit: remaining=5, reset=30`, or a header for each, with or without `X-`. */
export function readRateLimit(headers: Headers, receivedAt: number): RateLimitState | undefined {
  const left = remaining(headers)
  const reset = field(headers, /\b(?:t|reset)=(\d+)/, 'reset')
  if (!isNumber(left) || !isNumber(reset)) return undefined
  const untilReset = secondsUntil(Number(reset), timeOf(headers, receivedAt))
  if (untilReset === undefined || untilReset > longestWait) return undefined
  const seconds = Math.max(0, untilReset)
  const limit =
    /\bq=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1] ??
    field(headers, /\blimit=(\d+)/, 'limit')
  return { left: Number(left), seconds, ...(isNumber(limit) && { limit: Number(limit) }) }
}

const remaining = (headers: Headers) => field(headers, /\b(?:r|remaining)=(\d+)/, 'remaining')

const field = (headers: Headers, pattern: RegExp, name: string) =>
  pattern.exec(headers.get('ratelimit') ?? '')?.[1] ??
  headers.get(`ratelimit-${name}`) ??
  headers.get(`x-ratelimit-${name}`)

/** Some services send the time of the reset, in seconds or milliseconds since 1970. */
function secondsUntil(reset: number, now: number | undefined): number | undefined {
  if (reset > 1e12) return secondsBetween(now, reset)
  return reset > 1e9 ? secondsBetween(now, reset * 1000) : reset
}

const isNumber = (text: string | null | undefined): text is string => /^\d+$/.test(text ?? '')

/** `57 of 1000 requests are left, more in 12 s` */
export const rateInWords = ({ left, limit, seconds }: RateLimitState): string =>
  `${left}${limit === undefined ? '' : ` of ${limit}`} requests are left, more in ${Math.ceil(seconds)} s`
