/** Sends requests to the service: credentials, timeouts, retries, error messages. */
import ky, { HTTPError } from 'ky'
import { ExitCode, KnownError } from '../errors.ts'
import { collectGarbage } from '../limits/collect-garbage.ts'
import { credentialHeaders, type ServiceCredentials, withoutSecrets } from './credentials.ts'
import { isNotSetUp } from './error-code.ts'
import { createAttempt, type Fetch, limitTime, type RequestAttempt } from './fetch-attempt.ts'
import {
  type AddressState,
  networkError,
  type RequestInfo,
  unexpectedAnswer,
} from './network-errors.ts'
import { isQuotaExceeded, parseErrorBody } from './parse-error-body.ts'
import {
  createRateGate,
  isRateLimited,
  limitedFor,
  type RateLimitState,
  retryAfter,
} from './rate-limit.ts'
import { redactUrl } from './redact-url.ts'
import { errorFromReply, isHtml, isTemporary, jsonProblem, type Reply } from './reply.ts'

export interface TransportOptions extends ServiceCredentials {
  /** Result of `normalizeBaseUrl`. */
  baseUrl: string
  /** Replaces fetch: the embedded service, or a proxy. */
  fetch?: Fetch | undefined
  userAgent?: string | undefined
  /** Retries after the first attempt. */
  retries?: number | undefined
  /** Retries until `maxWaitSeconds` have passed, as the deployment of a service may take a minute. */
  patient?: boolean | undefined
  /** Milliseconds for one attempt, including its answer. */
  timeoutMs?: number | undefined
  /** Milliseconds for the exchange with all attempts and waits. */
  totalTimeoutMs?: number | undefined
  /** Most requests in all; retries count. */
  budget?: number | undefined
  /** Longest `Retry-After` to wait for, in seconds. */
  maxWaitSeconds?: number | undefined
  /** Sends only reads: other requests throw `DryRunStop`. */
  readOnly?: boolean | undefined
  /** Called for every attempt, for `--debug` and "retrying" lines. Events never contain a secret. */
  onEvent?: ((event: TransportEvent) => void) | undefined
}

export type TransportEvent =
  | {
      type: 'response'
      method: string
      url: string
      status: number
      milliseconds: number
      headers: Headers
    }
  /** `of` is missing for a patient transport. */
  | { type: 'retry'; attempt: number; of?: number; reason: string; seconds: number }
  /** No requests left until the service's limit resets. */
  | { type: 'pause'; seconds: number }

export interface Exchange {
  method: string
  /** Starts with a slash and is already encoded; may include a query. */
  path: string
  query?: Record<string, string | number | undefined>
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged. */
  text?: string | undefined
  headers?: Record<string, string>
  /** Cancels the exchange, also between two attempts. */
  signal?: AbortSignal | undefined
}

export interface Transport {
  /**
   * Returns the decoded JSON of a success; throws a KnownError for anything else.
   * @param onReply receives the reply, so that errors about the answer can name the request.
   */
  send(exchange: Exchange, onReply?: (reply: Reply) => void): Promise<unknown>
  /** Returns any response; throws a KnownError only if no response arrives. */
  exchange(exchange: Exchange): Promise<Reply>
  /** Requests of this transport so far, retries included, and what the service said last about its rate limit. */
  traffic(): { sent: number; limit: RateLimitState | undefined }
}

/** Thrown instead of sending a request while the transport is read-only. */
export class DryRunStop extends Error {
  readonly exchange: Exchange

  constructor(exchange: Exchange) {
    super(`${exchange.method} ${exchange.path} was not sent`)
    this.exchange = exchange
  }
}

/** Attempts between garbage collections: what a fetch with a signal refers to, some 20 KB, stays until V8 starts a full one. */
const ATTEMPTS_PER_COLLECTION = 1000

const defaults = { retries: 3, timeoutMs: 30_000, maxWaitSeconds: 60 }

export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, onEvent, totalTimeoutMs, budget } = options
  const retries = options.retries ?? defaults.retries
  const maxWait = options.maxWaitSeconds ?? defaults.maxWaitSeconds
  const gate = createRateGate(maxWait, (seconds) => onEvent?.({ type: 'pause', seconds }))
  const attempt = createAttempt(
    options.fetch ?? globalThis.fetch,
    options.timeoutMs ?? defaults.timeoutMs,
  )
  const address: AddressState = { isUnderstood: false }

  let attempts = 0

  const sendOnce = async (request: RequestAttempt) => {
    const started = performance.now()
    let response: Response | undefined
    try {
      if (budget !== undefined && attempts >= budget) throw budgetUsedUp(budget)
      if (++attempts % ATTEMPTS_PER_COLLECTION === 0) collectGarbage()
      response = await attempt(request)
    } finally {
      gate.leave(response?.headers)
    }
    onEvent?.({
      type: 'response',
      method: request.method,
      // Few read it, and it needs the schemas of all operations.
      get url() {
        return redactUrl(request.url.href)
      },
      status: response.status,
      milliseconds: Math.round(performance.now() - started),
      headers: response.headers,
    })
    return response
  }

  const ownHeaders = {
    accept: 'application/json',
    ...(options.userAgent === undefined ? {} : { 'user-agent': options.userAgent }),
  }

  /**
   * Sends a request, with retries while they are safe and useful. ky's `Request` would copy the body at every step. An attempt
   * limits its time itself: the signal of ky's copy for a retry is lost in a garbage collection.
   */
  const withRetries = async (request: RequestAttempt): Promise<Response> => {
    const { method, url, signal } = request
    let found: Retry | undefined
    const givesUp = options.patient ? performance.now() + maxWait * 1000 : 0
    try {
      return await ky(url, {
        method,
        timeout: false as const,
        ...(signal && { signal }),
        fetch: () => sendOnce(request),
        hooks: { beforeRequest: [() => gate.enter(signal)] },
        retry: {
          limit: options.patient ? Number.MAX_SAFE_INTEGER : retries,
          methods: [method.toLowerCase() as 'get'],
          shouldRetry: async ({ error, retryCount }) => {
            const isOver = retryCount > retries && performance.now() > givesUp
            found =
              isOver || signal?.aborted ? undefined : await retryReason(error, method, maxWait)
            return found !== undefined
          },
          delay: (retry) => {
            const { reason = '', seconds = backoffSeconds(retry) } = found ?? {}
            onEvent?.({
              type: 'retry',
              attempt: retry,
              ...(!options.patient && { of: retries }),
              reason,
              seconds,
            })
            return seconds * 1000
          },
        },
      })
    } catch (error) {
      if (error instanceof HTTPError) return error.response
      throw error
    }
  }

  const exchange = async (given: Exchange): Promise<Reply> => {
    const { method, path, query, body, text, headers, signal } = given
    if (options.readOnly && method !== 'GET') throw new DryRunStop(given)
    const url = new URL(baseUrl + path)
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const requestId = crypto.randomUUID()
    const sent = new Headers({ ...ownHeaders, 'x-request-id': requestId })
    if (body !== undefined) sent.set('content-type', 'application/json')
    const all = { ...credentialHeaders(options), ...headers }
    for (const [name, value] of Object.entries(all)) sent.set(name, value)
    const payload = body === undefined ? (text ?? null) : JSON.stringify(body)
    const end = limitTime('total', totalTimeoutMs, signal)
    try {
      signal?.throwIfAborted()
      const response = await withRetries({
        method,
        url,
        headers: sent,
        body: payload,
        signal: end.signal,
      })
      return { ...(await readReply(response, { method, url, requestId }, options)), address }
    } catch (error) {
      if (signal?.aborted) throw cancelledError(method, url)
      const reason = end.signal.aborted ? end.signal.reason : error
      throw reason instanceof KnownError ? reason : networkError(reason, { method, url, requestId })
    } finally {
      end.stop()
    }
  }

  return {
    exchange,
    traffic: () => ({ sent: attempts, limit: gate.lastLimit() }),
    send: async (given, onReply) => {
      const reply = await exchange(given)
      onReply?.(reply)
      if (reply.status < 200 || reply.status > 299) throw errorFromReply(reply)
      // After a write, no body is another form of the acknowledgement, and so is a text.
      const isWrite = given.method !== 'GET'
      if (reply.status === 204 || (isWrite && reply.text.trim() === '')) return { ok: true }
      try {
        return JSON.parse(reply.text)
      } catch (error) {
        if (isWrite && !isHtml(reply.text)) return { message: reply.text }
        throw unexpectedAnswer(reply, jsonProblem(reply.text), { cause: error })
      }
    },
  }
}

const budgetUsedUp = (budget: number) =>
  new KnownError(`The budget of ${budget} requests is used up.`, {
    code: 'TOPO_BUDGET_USED',
    exitCode: ExitCode.temporary,
    retryable: false,
    hint: 'Raise --budget, or wait until the service accepts more requests.',
  })

const cancelledError = (method: string, { pathname }: URL) =>
  new KnownError(`${method} ${pathname} was cancelled.`, {
    code: 'TOPO_CANCELLED',
    exitCode: ExitCode.interrupted,
    hint: 'A request in progress may still have been processed.',
  })

/** Removes the credentials from a response. */
async function readReply(response: Response, asked: RequestInfo, credentials: ServiceCredentials) {
  const { status, headers } = response
  const requestId = headers.get('x-request-id') ?? asked.requestId
  const clean = (text: string) => withoutSecrets(text, credentials)
  return {
    ...asked,
    requestId: requestId && clean(requestId),
    status,
    headers,
    text: clean(await response.text()),
  }
}

/** Seconds before a retry: exponential to a limit, with jitter so that parallel jobs spread out. */
const backoffSeconds = (retry: number): number =>
  Math.min(0.3 * 2 ** (retry - 1), LONGEST_BACKOFF) * (0.5 + Math.random() / 2)

const LONGEST_BACKOFF = 10

/** Retries do not fix wrong settings. */
const permanentErrors = new Set(['TOPO_DNS', 'TOPO_PROXY'])

interface Retry {
  reason: string
  /** Until the retry, if the service says so. */
  seconds?: number | undefined
}

/** Returns the reason for a retry, or undefined if a retry is unsafe or pointless. */
async function retryReason(
  error: unknown,
  method: string,
  maxWait: number,
): Promise<Retry | undefined> {
  const isRead = method === 'GET' || method === 'HEAD'
  if (error instanceof HTTPError) {
    const { status, headers } = error.response
    if (!isTemporary(status) && status !== 401 && status !== 403) return undefined
    const body = parseErrorBody(await error.response.clone().text())
    if (isQuotaExceeded(status, body) || isNotSetUp(body)) return undefined
    const isLimited = isRateLimited(error.response, body)
    const seconds = isLimited ? limitedFor(headers) : retryAfter(headers)
    if ((seconds ?? 0) > maxWait) return undefined
    // A rate limit refuses before any change, so every method may be retried.
    if (isLimited) return { reason: 'rate limited', seconds }
    return isRead && isTemporary(status) ? { reason: `HTTP ${status}`, seconds } : undefined
  }
  if (!(error instanceof KnownError) || !error.retryable || permanentErrors.has(error.code))
    return undefined
  const neverArrived = error.code === 'TOPO_REFUSED_CONNECTION'
  return isRead || neverArrived ? { reason: error.message.replace(/\.$/, '') } : undefined
}
