/** Exchanges with the service: credentials, time, retries, and failures in words. */
import ky, { HTTPError } from 'ky'
import { ExitCode, KnownError } from '../errors.ts'
import { createAttempt, type Fetch } from './attempt.ts'
import { type ErrorBody, isNotSetUp } from './error-body.ts'
import { serviceError } from './errors.ts'
import { networkError, type RequestInfo, TimeLimitExceeded, unexpectedAnswer } from './network-errors.ts'
import { RateGate, retryAfter } from './rate-limit.ts'
import { redactUrl } from './redact-url.ts'

export interface TransportOptions {
  /** As `normalizeBaseUrl` gives it. */
  baseUrl: string
  apiKey?: string | undefined
  /** Another way to reach the service: the embedded one, or through a proxy. */
  fetch?: Fetch | undefined
  userAgent?: string | undefined
  /** Further attempts after the first. */
  retries?: number | undefined
  /** Milliseconds for one attempt, its answer included. */
  timeoutMs?: number | undefined
  /** Milliseconds for one exchange with all its attempts and waits. */
  totalTimeoutMs?: number | undefined
  /** Longest `Retry-After` that is waited for, in seconds. */
  maxWaitSeconds?: number | undefined
  /** Nothing that could change anything is sent: it is thrown as `Withheld`. */
  readOnly?: boolean | undefined
  /** Told of every attempt, for `--debug` and for "retrying" lines. Never holds a secret. */
  onEvent?: ((event: TransportEvent) => void) | undefined
}

export type TransportEvent =
  | { type: 'response'; method: string; url: string; status: number; milliseconds: number; headers: Headers }
  | { type: 'retry'; attempt: number; of: number; reason: string; seconds: number }
  /** No request is left until the service's limit is reset. */
  | { type: 'pause'; seconds: number }

export interface Exchange {
  method: string
  /** Begins with a slash, already encoded; may hold a query. */
  path: string
  query?: Record<string, string | number | undefined>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  text?: string | undefined
  headers?: Record<string, string>
  /** Gives the request up, also between two attempts at it. */
  signal?: AbortSignal | undefined
}

/** What came back, whatever it is. */
export interface Reply extends RequestInfo {
  status: number
  headers: Headers
  text: string
}

export interface Transport {
  /**
   * The decoded JSON of a success; anything else is a KnownError.
   * @param onReply is told which request it was, for whoever takes offence at the answer.
   */
  send(exchange: Exchange, onReply?: (asked: RequestInfo) => void): Promise<unknown>
  /** The answer as it came; only no answer at all is a KnownError. */
  exchange(exchange: Exchange): Promise<Reply>
}

/** A request that was not sent, because the transport is read-only. */
export class DryRunStop extends Error {
  readonly exchange: Exchange

  constructor(exchange: Exchange) {
    super(`${exchange.method} ${exchange.path} was not sent`)
    this.exchange = exchange
  }
}

const temporaryStatuses = new Set([408, 429, 500, 502, 503, 504])
const defaults = { retries: 3, timeoutMs: 30_000, maxWaitSeconds: 60 }

export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, onEvent, totalTimeoutMs } = options
  const limit = options.retries ?? defaults.retries
  const maxWait = options.maxWaitSeconds ?? defaults.maxWaitSeconds
  const gate = new RateGate(maxWait, (seconds) => onEvent?.({ type: 'pause', seconds }))
  const attempt = createAttempt(options.fetch ?? globalThis.fetch, options.timeoutMs ?? defaults.timeoutMs)

  const fetch: Fetch = (input, init) =>
    gate.pass(
      async () => {
        const request = input as Request
        const started = performance.now()
        const response = await attempt(request, init)
        onEvent?.({
          type: 'response',
          method: request.method,
          url: redactUrl(request.url),
          status: response.status,
          milliseconds: Math.round(performance.now() - started),
          headers: response.headers,
        })
        return response
      },
      (input as Request).signal,
    )

  const client = ky.create({
    fetch,
    timeout: false,
    headers: {
      accept: 'application/json',
      ...(options.userAgent === undefined ? {} : { 'user-agent': options.userAgent }),
      ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
    },
  })

  const exchange = async (given: Exchange): Promise<Reply> => {
    const { method, path, query, body, text, headers, signal } = given
    if (options.readOnly && method !== 'GET') throw new DryRunStop(given)
    const url = new URL(baseUrl + path)
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const requestId = crypto.randomUUID()
    const overall = totalTimeoutMs === undefined ? undefined : AbortSignal.timeout(totalTimeoutMs)
    const ends = [signal, overall].filter((end) => end !== undefined)
    let delay = 0
    try {
      signal?.throwIfAborted()
      const response = await client(url, {
        method,
        ...(body === undefined ? {} : { json: body }),
        ...(text === undefined ? {} : { body: text }),
        headers: { 'x-request-id': requestId, ...headers },
        ...(ends.length === 0 ? {} : { signal: AbortSignal.any(ends) }),
        retry: {
          limit,
          methods: ['get', 'head', 'post', 'put', 'patch', 'delete'],
          // Not left to ky, which waits for any Retry-After and takes RateLimit-Reset for one.
          shouldRetry: async ({ error, retryCount }) => {
            const reason = await retryReason(error, method, maxWait)
            if (reason === undefined) return false
            const asked = error instanceof HTTPError ? retryAfter(error.response.headers) : undefined
            delay = asked === undefined ? backoff(retryCount) : asked * 1000
            onEvent?.({ type: 'retry', attempt: retryCount, of: limit, reason, seconds: delay / 1000 })
            return true
          },
          delay: () => delay,
        },
      })
      return await readReply(response, { method, url, requestId }, options.apiKey)
    } catch (error) {
      if (signal?.aborted) throw cancelledError(method, url)
      if (error instanceof HTTPError)
        return readReply(error.response, { method, url, requestId }, options.apiKey)
      if (overall?.aborted)
        throw networkError(new TimeLimitExceeded(totalTimeoutMs, 'total'), { method, url, requestId })
      throw error instanceof KnownError ? error : networkError(error, { method, url, requestId })
    }
  }

  return {
    exchange,
    send: async (given, onReply) => {
      const reply = await exchange(given)
      onReply?.(reply)
      if (reply.status < 200 || reply.status > 299) throw errorFromReply(reply)
      // Done, and nothing to say about it: the acknowledgement in another form.
      if (reply.status === 204) return { ok: true }
      try {
        return JSON.parse(reply.text)
      } catch (error) {
        throw unexpectedAnswer(reply, notJson(reply.text), error)
      }
    },
  }
}

const cancelledError = (method: string, { pathname }: URL) =>
  new KnownError(`${method} ${pathname} was cancelled.`, {
    code: 'TOPO_CANCELLED',
    exitCode: ExitCode.interrupted,
    hint: 'A request that was under way may have been carried out all the same.',
  })

/** The key is taken out of what comes back, so no file, record or name ever keeps it. */
async function readReply(response: Response, asked: RequestInfo, key: string | undefined): Promise<Reply> {
  const { status, headers } = response
  const requestId = headers.get('x-request-id') ?? asked.requestId
  const clean = (text: string) => withoutKey(text, key)
  return {
    ...asked,
    requestId: requestId && clean(requestId),
    status,
    headers,
    text: clean(await response.text()),
  }
}

/** A short key is one of a test, and could be a word of its own. */
const minKeyLength = 16

function withoutKey(text: string, key: string | undefined): string {
  return key === undefined || key.length < minKeyLength ? text : text.replaceAll(key, '[REDACTED]')
}

/** Milliseconds before further attempt `attempt`: exponential, with jitter so that parallel jobs spread out. */
function backoff(attempt: number): number {
  return 300 * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
}

/** Wrong settings do not mend themselves. */
const permanentErrors = new Set(['TOPO_DNS', 'TOPO_PROXY'])

/** Why it is safe and sensible to ask again, or undefined where it is not. */
async function retryReason(error: Error, method: string, maxWait: number): Promise<string | undefined> {
  const repeatable = method === 'GET' || method === 'HEAD'
  if (error instanceof HTTPError) {
    const { status, headers } = error.response
    if (!temporaryStatuses.has(status)) return undefined
    const body = parseBody(await error.response.clone().text())
    if (body.error === 'quota_exceeded' || isNotSetUp(body)) return undefined
    if ((retryAfter(headers) ?? 0) > maxWait) return undefined
    // A rate limit refuses before anything is done, so every method may be repeated.
    if (status === 429) return 'rate limited'
    return repeatable ? `HTTP ${status}` : undefined
  }
  if (!(error instanceof KnownError) || !error.retryable || permanentErrors.has(error.code)) return undefined
  const neverArrived = error.code === 'TOPO_REFUSED_CONNECTION'
  return repeatable || neverArrived ? error.message.replace(/\.$/, '') : undefined
}

/** A reply that is no success, in words. */
export function errorFromReply(reply: Reply): KnownError {
  const { method, url, status, text, headers, requestId } = reply
  // A web site in the place of the service says 404 in its own way; an outage may say anything.
  if (status < 500 && !temporaryStatuses.has(status) && !isObject(text)) {
    return unexpectedAnswer(reply, `${notJson(text)} (HTTP ${status})`)
  }
  return serviceError({
    method,
    path: url.pathname,
    status,
    body: parseBody(text),
    requestId,
    retryAfter: retryAfter(headers),
  })
}

const notJson = (text: string): string => (/^\s*</.test(text) ? 'it sent HTML' : 'what it sent is not JSON')

const isObject = (text: string): boolean => text.trim() === '' || text.trimStart().startsWith('{')

function parseBody(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  } catch {
    return {}
  }
}
