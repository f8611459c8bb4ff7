/** Runs one attempt of an exchange: same origin, reading the whole answer. */
import type { Clock } from '../../clock.ts'
import { KnownError } from '../../errors.ts'
import { jsonSize } from '../../limits/json.ts'
import { limits, responseTooLarge } from '../../limits/limits.ts'
import { readAll } from '../../limits/stream.ts'
import { networkError, type RequestInfo, TimeLimitExceeded } from './network-errors.ts'
import { fetchSameOrigin } from './redirects.ts'
import type { Fetch, RequestAttempt } from './request-attempt.ts'

const withoutBody = new Set([101, 204, 205, 304])

/** Aborts after `milliseconds`, or with `given`. Node 20 may collect `AbortSignal.timeout` and `AbortSignal.any` before they abort. */
export function limitTime(
  which: 'attempt' | 'total',
  milliseconds: number | undefined,
  clock: Clock,
  given?: AbortSignal,
) {
  const controller = new AbortController()
  const passOn = () => controller.abort(given?.reason)
  given?.addEventListener('abort', passOn)
  const timer =
    milliseconds === undefined
      ? undefined
      : clock.timer(milliseconds, () =>
          controller.abort(new TimeLimitExceeded(milliseconds, which)),
        )
  const stop = () => {
    timer?.cancel()
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
  clock: Clock,
): (attempt: RequestAttempt) => Promise<Response> {
  return async (attempt) => {
    const { controller, signal, stop } = limitTime('attempt', timeoutMs, clock, attempt.signal)
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
