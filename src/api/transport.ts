/** One exchange with the service: credentials, retries, redirects, and failures in words. */
import ky, { type Hooks, HTTPError, TimeoutError } from 'ky'
import { ExitCode, KnownError } from '../errors.ts'
import { type ErrorBody, refusalError } from './errors.ts'
import { networkError, strangeAnswer } from './network-errors.ts'

export interface TransportOptions {
  /** As `normalizeBaseUrl` gives it. */
  baseUrl: string
  apiKey?: string | undefined
  /** Another way to reach the service: the embedded one, or through a proxy. */
  fetch?: typeof globalThis.fetch | undefined
  userAgent?: string | undefined
  /** Further attempts after the first. */
  retries?: number | undefined
  /** Milliseconds for one attempt. */
  timeoutMs?: number | undefined
  /** Longest `Retry-After` that is waited for, in seconds. */
  maxWaitSeconds?: number | undefined
  signal?: AbortSignal | undefined
  /** Told of every attempt, for `--debug` and for "retrying" lines. Never holds a secret. */
  onEvent?: ((event: TransportEvent) => void) | undefined
}

export type TransportEvent =
  | {
      type: 'response'
      method: string
      url: string
      status: number
      milliseconds: number
      requestId?: string
    }
  | { type: 'retry'; attempt: number; of: number; reason: string }

export interface Exchange {
  method: string
  /** Begins with a slash, already encoded. */
  path: string
  query?: Record<string, string | number | undefined>
  body?: unknown
}

/** Carries out an exchange and returns the decoded JSON; anything but a success is a KnownError. */
export type Transport = (exchange: Exchange) => Promise<unknown>

const redirects = new Set([301, 302, 303, 307, 308])
const temporaryStatuses = new Set([408, 429, 500, 502, 503, 504])
const defaults = { retries: 3, timeoutMs: 30_000, maxWaitSeconds: 60 }

export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, onEvent, signal } = options
  const limit = options.retries ?? defaults.retries
  const maxWait = options.maxWaitSeconds ?? defaults.maxWaitSeconds
  const started = new WeakMap<Request, number>()

  const hooks: Hooks = {
    beforeRequest: [(request) => void started.set(request, performance.now())],
    afterResponse: [
      (request, _options, response) => {
        const id = response.headers.get('x-request-id')
        onEvent?.({
          type: 'response',
          method: request.method,
          url: withoutQuery(request.url),
          status: response.status,
          milliseconds: Math.round(performance.now() - (started.get(request) ?? performance.now())),
          ...(id === null ? {} : { requestId: id }),
        })
      },
    ],
  }
  const client = ky.create({
    hooks,
    fetch: withinOrigin(options.fetch ?? globalThis.fetch),
    timeout: options.timeoutMs ?? defaults.timeoutMs,
    headers: {
      accept: 'application/json',
      ...(options.userAgent === undefined ? {} : { 'user-agent': options.userAgent }),
      ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
    },
    ...(signal === undefined ? {} : { signal }),
  })

  return async ({ method, path, query, body }) => {
    const url = new URL(baseUrl + path)
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    let response: Response
    let asked: number | undefined
    try {
      response = await client(url, {
        method,
        ...(body === undefined ? {} : { json: body }),
        retry: {
          limit,
          methods: ['get', 'post', 'patch', 'delete'],
          // Not left to ky, which waits for any Retry-After and takes RateLimit-Reset for one.
          shouldRetry: async ({ error, retryCount }) => {
            const reason = await retryReason(error, method, maxWait)
            asked = error instanceof HTTPError ? retryAfter(error.response) : undefined
            if (reason !== undefined) onEvent?.({ type: 'retry', attempt: retryCount, of: limit, reason })
            return reason !== undefined
          },
          delay: (attempt) => (asked === undefined ? backoff(attempt) : asked * 1000),
        },
      })
    } catch (error) {
      if (error instanceof KnownError || signal?.aborted) throw error
      if (error instanceof HTTPError) throw await refusal(error, url)
      throw networkError(error, method, url)
    }
    let text: string
    try {
      text = await response.text()
    } catch (error) {
      throw networkError(error, method, url)
    }
    return decode(text, method, url)
  }
}

/** Milliseconds before further attempt `attempt`: exponential, with jitter so that parallel jobs spread out. */
function backoff(attempt: number): number {
  return 300 * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
}

/** Why it is safe and sensible to ask again, or undefined where it is not. */
async function retryReason(error: Error, method: string, maxWait: number): Promise<string | undefined> {
  const repeatable = method === 'GET'
  if (error instanceof HTTPError) {
    const { status } = error.response
    if (!temporaryStatuses.has(status)) return undefined
    const body = await errorBody(error.response.clone())
    if (body.error === 'quota_exceeded' || body.error === 'billing_not_configured') return undefined
    const after = retryAfter(error.response)
    if (after !== undefined && after > maxWait) return undefined
    // A rate limit refuses before anything is done, so every method may be repeated.
    if (status !== 429 && !repeatable) return undefined
    return status === 429
      ? `rate limited${after === undefined ? '' : `, waiting ${after} s`}`
      : `HTTP ${status}`
  }
  if (error instanceof TimeoutError) return repeatable ? 'timeout' : undefined
  if (!(error instanceof KnownError) || !error.retryable || error.code === 'TOPO_DNS') return undefined
  const neverArrived = error.code === 'TOPO_REFUSED_CONNECTION'
  return repeatable || neverArrived ? error.message.replace(/\.$/, '') : undefined
}

/**
 * A fetch that follows redirects of reads inside the origin only, so that the key never leaves it, and
 * that turns a broken connection into a KnownError.
 */
function withinOrigin(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    let request = new Request(input as Request, { ...init, redirect: 'manual' })
    const { origin } = new URL(request.url)
    for (let hop = 0; ; hop++) {
      let response: Response
      try {
        response = await fetch(request)
      } catch (error) {
        if (request.signal.aborted) throw error
        throw networkError(error, request.method, new URL(request.url))
      }
      const location = response.headers.get('location')
      if (!redirects.has(response.status) || location === null) return response
      const target = new URL(location, request.url)
      if (target.origin !== origin || request.method !== 'GET' || hop >= 5) {
        throw new KnownError(
          `${request.method} ${new URL(request.url).pathname} was redirected to ${target.origin}${target.pathname}, which is not followed.`,
          {
            code: 'TOPO_REDIRECTED',
            exitCode: ExitCode.refused,
            status: response.status,
            hint: 'If the service has moved, change the base URL; the key is never sent to another origin.',
          },
        )
      }
      request = new Request(target, { headers: request.headers, signal: request.signal, redirect: 'manual' })
    }
  }
}

function decode(text: string, method: string, url: URL): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw strangeAnswer(method, url, /^\s*</.test(text) ? 'it sent HTML' : 'what it sent is not JSON', error)
  }
}

async function refusal(error: HTTPError, url: URL): Promise<KnownError> {
  const { response, request } = error
  const text = await response.text().catch(() => '')
  // A web site in the place of the service says 404 in its own way; an outage may say anything.
  if (response.status < 500 && !temporaryStatuses.has(response.status) && !isObject(text)) {
    const sent = /^\s*</.test(text) ? 'it sent HTML' : 'what it sent is not JSON'
    return strangeAnswer(request.method, url, `${sent} (HTTP ${response.status})`)
  }
  const id = response.headers.get('x-request-id')
  return refusalError({
    method: request.method,
    path: url.pathname,
    status: response.status,
    body: parseBody(text),
    requestId: id ?? undefined,
    retryAfter: retryAfter(response),
  })
}

async function errorBody(response: Response): Promise<ErrorBody> {
  return parseBody(await response.text().catch(() => ''))
}

const isObject = (text: string): boolean => text.trim() === '' || text.trimStart().startsWith('{')

function parseBody(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  } catch {
    return {}
  }
}

/** `Retry-After` in seconds; it comes as a number or as a date. */
function retryAfter(response: Response): number | undefined {
  const header = response.headers.get('retry-after')
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
