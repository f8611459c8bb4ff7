/** Runs one attempt of an exchange: same origin, within its timeout, reading the whole answer. */
import { ExitCode, KnownError } from '../errors.ts'
import { jsonSize } from '../limits/json.ts'
import { limits, responseTooLarge } from '../limits/limits.ts'
import { readAll } from '../limits/stream.ts'
import { networkError, type RequestInfo, TimeLimitExceeded } from './network-errors.ts'

export type Fetch = typeof globalThis.fetch

const redirects = new Set([301, 302, 303, 307, 308])
const withoutBody = new Set([101, 204, 205, 304])

/**
 * Returns a fetch that reads the whole answer, so that a connection that breaks or hangs inside a body
 * can be retried.
 * @throws KnownError for every missing answer; an abort by the caller is passed on.
 */
export function createAttempt(fetch: Fetch, timeoutMs: number): Fetch {
  return async (input, init) => {
    const request = new Request(input as Request, init)
    const given = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    const controller = new AbortController()
    const late = new Promise<never>((_resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
    })
    const passOn = () => controller.abort(given?.reason)
    given?.addEventListener('abort', passOn)
    const timer = setTimeout(() => controller.abort(new TimeLimitExceeded(timeoutMs, 'attempt')), timeoutMs)
    try {
      const answer = fetchSameOrigin(fetch, request, controller.signal).then((response) =>
        readBody(response, requestInfoOf(request)),
      )
      // A race, because an abort does not end every kind of hang.
      return await Promise.race([answer, late])
    } catch (error) {
      // Cancels the request, so that the rest of e.g. a too large answer is not transferred.
      if (error instanceof KnownError) controller.abort(error)
      if (error instanceof KnownError || given?.aborted) throw error
      throw networkError(controller.signal.aborted ? controller.signal.reason : error, requestInfoOf(request))
    } finally {
      clearTimeout(timer)
      given?.removeEventListener('abort', passOn)
    }
  }
}

/** Request data for error messages. */
const requestInfoOf = (request: Request) => ({
  method: request.method,
  url: new URL(request.url),
  requestId: request.headers.get('x-request-id') ?? undefined,
})

/** Follows redirects only for reads and inside the origin, so that the key never leaves it. */
async function fetchSameOrigin(fetch: Fetch, first: Request, signal: AbortSignal): Promise<Response> {
  const { origin } = new URL(first.url)
  let request = new Request(first, { redirect: 'manual' })
  for (let hop = 0; ; hop++) {
    const response = await fetch(request, { signal })
    const location = response.headers.get('location')
    if (!redirects.has(response.status) || location === null) return response
    const target = URL.canParse(location, request.url) ? new URL(location, request.url) : undefined
    if (!target || target.origin !== origin || request.method !== 'GET' || hop >= 5) {
      throw redirected(request, response, target)
    }
    request = new Request(target, { headers: request.headers, redirect: 'manual' })
  }
}

function redirected(request: Request, response: Response, target: URL | undefined): KnownError {
  const where = target ? target.origin + target.pathname : 'no address'
  return new KnownError(
    `${request.method} ${new URL(request.url).pathname} was redirected to ${where}; topo does not follow this redirect.`,
    {
      code: 'TOPO_REDIRECTED',
      exitCode: ExitCode.refused,
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? requestInfoOf(request).requestId,
      hint: 'If the service has moved, change the base URL; the key is never sent to another origin.',
    },
  )
}

/**
 * Reads a whole answer. Compressed data counts with its decompressed size, while it is decompressed.
 * @throws KnownError `TOPO_ANSWER_TOO_LARGE`.
 */
export async function readBody(
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
