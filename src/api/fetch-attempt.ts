/** Runs one attempt of an exchange: same origin, reading the whole answer. */
import { ExitCode, KnownError } from '../errors.ts'
import { jsonSize } from '../limits/json.ts'
import { limits, responseTooLarge } from '../limits/limits.ts'
import { readAll } from '../limits/stream.ts'
import { networkError, type RequestInfo, TimeLimitExceeded } from './network-errors.ts'

export type Fetch = typeof globalThis.fetch

const redirects = new Set([301, 302, 303, 307, 308])
const withoutBody = new Set([101, 204, 205, 304])

/**
 * One attempt, in parts: a `Request` would be copied at every step, and its body would become a stream.
 */
export interface RequestAttempt {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string | null
  readonly signal?: AbortSignal | undefined
}

/** Aborts after `milliseconds`, or with `given`. Node 20 may collect `AbortSignal.timeout` and `AbortSignal.any` before they abort. */
export function limitTime(
  which: 'attempt' | 'total',
  milliseconds: number | undefined,
  given?: AbortSignal,
) {
  const controller = new AbortController()
  const passOn = () => controller.abort(given?.reason)
  given?.addEventListener('abort', passOn)
  const exceeded = () => controller.abort(new TimeLimitExceeded(milliseconds, which))
  const timer = milliseconds === undefined ? undefined : setTimeout(exceeded, milliseconds)
  const stop = () => {
    clearTimeout(timer)
    given?.removeEventListener('abort', passOn)
  }
  return { controller, signal: controller.signal, stop }
}

/**
 * Returns a function that sends an attempt and reads the whole answer, so that a connection that breaks or hangs inside a
 * body can be retried.
 * @throws KnownError for every missing answer; an abort by the caller is passed on.
 */
export function createAttempt(
  fetch: Fetch,
  timeoutMs: number,
): (attempt: RequestAttempt) => Promise<Response> {
  return async (attempt) => {
    const { controller, signal, stop } = limitTime('attempt', timeoutMs, attempt.signal)
    const late = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    try {
      const answer = fetchSameOrigin(fetch, attempt, signal).then((response) =>
        readBody(response, requestInfoOf(attempt)),
      )
      // A race, because an abort does not end every kind of hang.
      return await Promise.race([answer, late])
    } catch (error) {
      // Cancels the request, so that the rest of e.g. a too large answer is not transferred.
      if (error instanceof KnownError) controller.abort(error)
      throw error instanceof KnownError || attempt.signal?.aborted
        ? error
        : networkError(error, requestInfoOf(attempt))
    } finally {
      stop()
    }
  }
}

/** Request data for error messages. */
const requestInfoOf = ({ method, url, headers }: RequestAttempt) => ({
  method,
  url,
  requestId: headers.get('x-request-id') ?? undefined,
})

const mostRedirects = 5

/** Follows redirects inside the origin, so that no credential ever leaves it. */
async function fetchSameOrigin(
  fetch: Fetch,
  first: RequestAttempt,
  signal: AbortSignal,
): Promise<Response> {
  const { origin } = first.url
  let sent = first
  for (let hop = 0; ; hop++) {
    const { method, url, headers, body } = sent
    const response = await fetch(url.href, { method, headers, body, redirect: 'manual', signal })
    const location = response.headers.get('location')
    if (!redirects.has(response.status) || location === null) return response
    const target = URL.canParse(location, url) ? new URL(location, url) : undefined
    if (!target || target.origin !== origin || target.username !== '' || hop >= mostRedirects) {
      throw redirected(
        sent,
        response,
        target?.origin === origin && hop >= mostRedirects ? hop : target,
      )
    }
    sent = becomesRead(response.status, sent, target)
      ? { ...sent, url: target, method: 'GET', headers: withoutContent(headers), body: null }
      : { ...sent, url: target, body: method === 'GET' ? null : body }
  }
}

/**
 * 303 leads to the result of a write. 301 and 302 make a POST a read too, as the Fetch Standard says. If only the prefix
 * or the last slash of the path changes, the endpoint has moved: a read would lose the write.
 */
function becomesRead(status: number, { method, url }: RequestAttempt, target: URL): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  if (status === 303) return true
  const path = ({ pathname }: URL) => pathname.replace(/\/+$/, '')
  return (
    (status === 301 || status === 302) && method === 'POST' && !path(target).endsWith(path(url))
  )
}

function withoutContent(headers: Headers): Headers {
  const kept = new Headers(headers)
  for (const [name] of headers) if (name.startsWith('content-')) kept.delete(name)
  return kept
}

/** @param to the target that is not followed, or the number of redirects before this one */
function redirected(
  request: RequestAttempt,
  response: Response,
  to: URL | number | undefined,
): KnownError {
  const asked = `${request.method} ${request.url.pathname}`
  const options = {
    code: 'TOPO_REDIRECTED',
    exitCode: ExitCode.refused,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? requestInfoOf(request).requestId,
  } as const
  if (typeof to === 'number') {
    return new KnownError(`${asked} was redirected more than ${to} times.`, {
      ...options,
      hint: 'Check the base URL; the service or a proxy redirects in a circle.',
    })
  }
  const isWeb = to && /^https?:$/.test(to.protocol)
  const where = isWeb ? to.origin + to.pathname : to ? `an address of ${to.protocol}` : 'no address'
  return new KnownError(
    `${asked} was redirected to ${where}; topo does not follow this redirect.`,
    {
      ...options,
      hint: 'If the service has moved, change the base URL; the key is never sent to another origin.',
    },
  )
}

/**
 * Reads a whole answer. Compressed data counts with its decompressed size, while it is decompressed.
 * @throws KnownError `TOPO_ANSWER_TOO_LARGE`.
 */
async function readBody(
  response: Response,
  { method, url, requestId }: RequestInfo,
): Promise<Response> {
  const { status, statusText, headers } = response
  const tooLarge = (limit: 'answer' | 'answerValues' | 'answerDepth') =>
    responseTooLarge(
      limit,
      `The answer to ${method} ${url.pathname}`,
      headers.get('x-request-id') ?? requestId,
    )
  if (response.body === null) return response
  if (Number(headers.get('content-length')) > limits.answer.most) throw tooLarge('answer')
  const body = await readAll(response.body, limits.answer.most, () => tooLarge('answer'))
  const most = { values: limits.answerValues.most, depth: limits.answerDepth.most }
  const { values, depth } = jsonSize(body, most)
  if (values > most.values) throw tooLarge('answerValues')
  if (depth > most.depth) throw tooLarge('answerDepth')
  return new Response(withoutBody.has(status) ? null : body, { status, statusText, headers })
}

/** For services of others: with the size limits of this one. */
export const boundedFetch =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    return readBody(await fetch(request), { method: request.method, url: new URL(request.url) })
  }
