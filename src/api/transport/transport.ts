/** Sends requests to the service: credentials, time limits, retries, error messages. */
import type { Clock } from '../../clock.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import { collectGarbage } from '../../limits/collect-garbage.ts'
import { credentialHeaders, type ServiceCredentials, withoutSecrets } from './credentials.ts'
import { createAttempt, limitTime } from './fetch-attempt.ts'
import {
  type AddressState,
  networkError,
  type RequestInfo,
  unexpectedAnswer,
} from './network-errors.ts'
import { RateGate } from './rate-gate.ts'
import type { RateLimitState } from './rate-limit.ts'
import { redactUrl } from './redact-url.ts'
import { errorFromReply, isHtml, jsonProblem, type Reply } from './reply.ts'
import type { Fetch, RequestAttempt } from './request-attempt.ts'
import { type RetryRules, sendWithRetries } from './retries.ts'

export interface TransportOptions extends ServiceCredentials {
  /** Result of `normalizeBaseUrl`. */
  baseUrl: string
  clock: Clock
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
  /** Pauses between requests are made by it, too. */
  readonly clock: Clock
  /**
   * Returns the decoded JSON of a success; throws a KnownError for anything else.
   * @param onReply receives the reply, so that errors about the answer can name the request.
   */
  send(exchange: Exchange, onReply?: (reply: Reply) => void): Promise<unknown>
  /** Returns any response; throws a KnownError only if no response arrives. */
  exchange(exchange: Exchange): Promise<Reply>
  traffic(): Traffic
}

export interface Traffic {
  /** Requests of this transport so far, retries included. */
  readonly sent: number
  /** The rate limit in the last answer of the service. */
  readonly limit: RateLimitState | undefined
  /** Requests that `--budget` still allows; infinite without it. */
  readonly budgetLeft: number
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

const DEFAULTS = { retries: 3, timeoutMs: 30_000, maxWaitSeconds: 60 }

export function createTransport(options: TransportOptions): Transport {
  return new HttpTransport(options)
}

class HttpTransport implements Transport {
  readonly clock: Clock
  readonly #options: TransportOptions
  readonly #gate: RateGate
  readonly #attempt: (attempt: RequestAttempt) => Promise<Response>
  readonly #rules: RetryRules
  readonly #address: AddressState
  #attempts = 0

  constructor(options: TransportOptions) {
    const { onEvent, clock } = options
    const maxWaitSeconds = options.maxWaitSeconds ?? DEFAULTS.maxWaitSeconds
    this.clock = clock
    this.#options = options
    this.#address = { baseUrl: options.baseUrl, isUnderstood: false }
    this.#gate = new RateGate({
      clock,
      maxWaitSeconds,
      onPause: (seconds) => onEvent?.({ type: 'pause', seconds }),
    })
    this.#attempt = createAttempt(
      options.fetch ?? globalThis.fetch,
      options.timeoutMs ?? DEFAULTS.timeoutMs,
      clock,
    )
    this.#rules = {
      retries: options.retries ?? DEFAULTS.retries,
      isPatient: options.patient === true,
      maxWaitSeconds,
      gate: this.#gate,
      clock,
      onRetry: (retry) => onEvent?.({ type: 'retry', ...retry }),
    }
  }

  traffic(): Traffic {
    const { budget = Number.POSITIVE_INFINITY } = this.#options
    const sent = this.#attempts
    return { sent, limit: this.#gate.lastLimit, budgetLeft: budget - sent }
  }

  async send(asked: Exchange, onReply?: (reply: Reply) => void): Promise<unknown> {
    const reply = await this.exchange(asked)
    onReply?.(reply)
    const isSuccess = reply.status >= 200 && reply.status <= 299
    if (!isSuccess) throw errorFromReply(reply)

    // After a write, no body is another form of the acknowledgement, and so is a text.
    const isWrite = asked.method !== 'GET'
    const isEmptyAnswer = isWrite && reply.text.trim() === ''
    if (reply.status === 204 || isEmptyAnswer) return { ok: true }
    try {
      return JSON.parse(reply.text)
    } catch (error) {
      if (isWrite && !isHtml(reply.text)) return { message: reply.text }
      throw unexpectedAnswer(reply, jsonProblem(reply.text), { cause: error })
    }
  }

  async exchange(asked: Exchange): Promise<Reply> {
    const { method, signal } = asked
    if (this.#options.readOnly && method !== 'GET') throw new DryRunStop(asked)

    const url = urlOf(asked, this.#options.baseUrl)
    const requestId = crypto.randomUUID()
    const info: RequestInfo = { method, url, requestId }
    const headers = headersOf(asked, requestId, this.#options)
    const end = limitTime('total', this.#options.totalTimeoutMs, this.clock, signal)
    try {
      signal?.throwIfAborted()
      const request = { method, url, headers, body: bodyOf(asked), signal: end.signal }
      const response = await sendWithRetries(request, (one) => this.#sendOnce(one), this.#rules)
      const reply = await readReply(response, info, this.#options)
      return { ...reply, address: this.#address, receivedAt: this.clock.now() }
    } catch (error) {
      if (signal?.aborted) throw cancelledError(method, url)
      const reason = end.signal.aborted ? end.signal.reason : error
      throw reason instanceof KnownError ? reason : networkError(reason, info)
    } finally {
      end.stop()
    }
  }

  async #sendOnce(request: RequestAttempt): Promise<Response> {
    const started = this.clock.elapsed()
    let response: Response | undefined
    try {
      this.#countAttempt()
      response = await this.#attempt(request)
    } finally {
      this.#gate.leave(response?.headers)
    }
    this.#options.onEvent?.({
      type: 'response',
      method: request.method,
      // Few read it, and it needs the schemas of all operations.
      get url() {
        return redactUrl(request.url.href)
      },
      status: response.status,
      milliseconds: Math.round(this.clock.elapsed() - started),
      headers: response.headers,
    })
    return response
  }

  /** @throws KnownError `TOPO_BUDGET_USED` instead of one attempt too many */
  #countAttempt(): void {
    const { budget } = this.#options
    if (budget !== undefined && this.#attempts >= budget) throw budgetUsedUp(budget)
    this.#attempts++
    if (this.#attempts % ATTEMPTS_PER_COLLECTION === 0) collectGarbage()
  }
}

function urlOf({ path, query = {} }: Exchange, baseUrl: string): URL {
  const url = new URL(baseUrl + path)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

/** The headers of a request; those of the exchange replace the credentials. */
function headersOf(asked: Exchange, requestId: string, options: TransportOptions): Headers {
  const headers = new Headers({ accept: 'application/json', 'x-request-id': requestId })
  if (options.userAgent !== undefined) headers.set('user-agent', options.userAgent)
  if (asked.body !== undefined) headers.set('content-type', 'application/json')
  const others = { ...credentialHeaders(options), ...asked.headers }
  for (const [name, value] of Object.entries(others)) headers.set(name, value)
  return headers
}

function bodyOf({ body, text }: Exchange): string | null {
  return body === undefined ? (text ?? null) : JSON.stringify(body)
}

const budgetUsedUp = (budget: number) =>
  new KnownError(`The budget of ${budget} requests is used up.`, {
    code: 'TOPO_BUDGET_USED',
    exitCode: ExitCode.temporary,
    retryable: false,
    hint: 'Run the same command again, which continues, or raise --budget. "topo doctor --ci" counts what a push needs.',
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
