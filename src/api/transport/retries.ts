/** Sends a request again while that is safe and useful. */
import ky, { HTTPError } from 'ky'
import type { Clock } from '../../clock.ts'
import { KnownError } from '../../errors.ts'
import { isNotSetUp } from '../answers/error-code.ts'
import { isQuotaExceeded, parseErrorBody } from '../answers/parse-error-body.ts'
import type { RateGate } from './rate-gate.ts'
import { isRateLimited, limitedFor, retryAfter } from './rate-limit.ts'
import { isTemporary } from './reply.ts'
import type { RequestAttempt } from './request-attempt.ts'

export interface RetryRules {
  /** Retries after the first attempt. */
  readonly retries: number
  /** Retries until `maxWaitSeconds` have passed. */
  readonly isPatient: boolean
  /** Longest `Retry-After` to wait for. */
  readonly maxWaitSeconds: number
  readonly gate: RateGate
  readonly clock: Clock
  readonly onRetry: (retry: PlannedRetry) => void
}

export interface PlannedRetry {
  /** 1 for the first. */
  readonly attempt: number
  /** Missing if retries end with time. */
  readonly of?: number
  readonly reason: string
  readonly seconds: number
}

/**
 * Sends a request, with retries. ky's `Request` would copy the body at every step. An attempt limits its time itself: the signal
 * of ky's copy for a retry is lost in a garbage collection.
 */
export async function sendWithRetries(
  request: RequestAttempt,
  sendOnce: (request: RequestAttempt) => Promise<Response>,
  rules: RetryRules,
): Promise<Response> {
  const { method, url, signal } = request
  const retrying = new Retrying(request, rules)
  try {
    return await ky(url, {
      method,
      timeout: false as const,
      ...(signal && { signal }),
      fetch: () => sendOnce(request),
      hooks: {
        beforeRequest: [() => rules.gate.enter(signal)],
        // ky's own pause would not be one of the clock.
        beforeRetry: [() => retrying.pause()],
      },
      retry: {
        limit: rules.isPatient ? Number.MAX_SAFE_INTEGER : rules.retries,
        methods: [method.toLowerCase() as 'get'],
        shouldRetry: ({ error, retryCount }) => retrying.isWanted(error, retryCount),
        delay: (attempt) => retrying.announce(attempt),
      },
    })
  } catch (error) {
    if (error instanceof HTTPError) return error.response
    throw error
  }
}

/** The retries of one request. */
class Retrying {
  readonly #request: RequestAttempt
  readonly #rules: RetryRules
  /** Time of `clock.elapsed()` after which a patient request is not sent again. */
  readonly #givesUp: number
  #next: Retry | undefined
  #pauseMs = 0

  constructor(request: RequestAttempt, rules: RetryRules) {
    this.#request = request
    this.#rules = rules
    this.#givesUp = rules.isPatient ? rules.clock.elapsed() + rules.maxWaitSeconds * 1000 : 0
  }

  async isWanted(error: unknown, attempt: number): Promise<boolean> {
    const { retries, clock } = this.#rules
    const isOver = attempt > retries && clock.elapsed() > this.#givesUp
    const { method, signal } = this.#request
    const isPossible = !isOver && !signal?.aborted
    this.#next = isPossible ? await retryReason(error, method, this.#rules) : undefined
    return this.#next !== undefined
  }

  /** @returns 0: `pause` waits */
  announce(attempt: number): number {
    const { isPatient, retries, onRetry } = this.#rules
    const { reason = '', seconds = backoffSeconds(attempt) } = this.#next ?? {}
    onRetry({ attempt, ...(!isPatient && { of: retries }), reason, seconds })
    this.#pauseMs = seconds * 1000
    return 0
  }

  pause(): Promise<void> {
    return this.#rules.clock.wait(this.#pauseMs, this.#request.signal ?? undefined)
  }
}

/** Seconds. */
const LONGEST_BACKOFF = 10

/** Seconds before a retry: exponential to a limit, with jitter so that parallel jobs spread out. */
function backoffSeconds(attempt: number): number {
  const seconds = Math.min(0.3 * 2 ** (attempt - 1), LONGEST_BACKOFF)
  return seconds * (0.5 + Math.random() / 2)
}

/** Retries do not fix wrong settings. */
const PERMANENT_ERRORS = new Set(['TOPO_DNS', 'TOPO_PROXY'])

interface Retry {
  reason: string
  /** Until the retry, if the service says so. */
  seconds?: number | undefined
}

/** Returns the reason for a retry, or undefined if a retry is unsafe or pointless. */
async function retryReason(
  error: unknown,
  method: string,
  rules: RetryRules,
): Promise<Retry | undefined> {
  const isRead = method === 'GET' || method === 'HEAD'
  if (error instanceof HTTPError) return retryAfterAnswer(error.response, isRead, rules)
  if (!(error instanceof KnownError) || !error.retryable) return undefined
  if (PERMANENT_ERRORS.has(error.code)) return undefined

  const neverArrived = error.code === 'TOPO_REFUSED_CONNECTION'
  return isRead || neverArrived ? { reason: error.message.replace(/\.$/, '') } : undefined
}

async function retryAfterAnswer(
  response: Response,
  isRead: boolean,
  { clock, maxWaitSeconds }: RetryRules,
): Promise<Retry | undefined> {
  const { status, headers } = response
  const receivedAt = clock.now()
  const mayBeLimit = status === 401 || status === 403
  if (!isTemporary(status) && !mayBeLimit) return undefined
  const body = parseErrorBody(await response.clone().text())
  if (isQuotaExceeded(status, body) || isNotSetUp(body)) return undefined

  const isLimited = isRateLimited(response, body, receivedAt)
  const seconds = isLimited ? limitedFor(headers, receivedAt) : retryAfter(headers, receivedAt)
  if (seconds !== undefined && seconds > maxWaitSeconds) return undefined
  // A rate limit refuses before any change, so every method may be retried.
  if (isLimited) return { reason: 'rate limited', seconds }
  return isRead && isTemporary(status) ? { reason: `HTTP ${status}`, seconds } : undefined
}
