/** Follows redirects inside the origin, so that no credential ever leaves it. */
import { ExitCode, KnownError } from '../../errors.ts'
import type { Fetch, RequestAttempt } from './request-attempt.ts'

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
const MOST_REDIRECTS = 5

/** @throws KnownError `TOPO_REDIRECTED` for a redirect to another origin, or in a circle */
export async function fetchSameOrigin(
  fetch: Fetch,
  first: RequestAttempt,
  signal: AbortSignal,
): Promise<Response> {
  let request = first
  for (let hop = 0; ; hop++) {
    const { method, url, headers, body } = request
    const response = await fetch(url.href, { method, headers, body, redirect: 'manual', signal })
    const location = response.headers.get('location')
    if (!REDIRECTS.includes(response.status) || location === null) return response

    const target = URL.canParse(location, url) ? new URL(location, url) : undefined
    const isInside = target?.origin === first.url.origin
    if (isInside && hop >= MOST_REDIRECTS) throw redirectedInCircle(request, response)
    if (!isInside || target.username !== '') throw redirectedAway(request, response, target)
    request = redirectedTo(target, request, response.status)
  }
}

function redirectedTo(target: URL, request: RequestAttempt, status: number): RequestAttempt {
  const { method, headers, body } = request
  if (becomesRead(status, request, target)) {
    return { ...request, url: target, method: 'GET', headers: withoutContent(headers), body: null }
  }
  return { ...request, url: target, body: method === 'GET' ? null : body }
}

/**
 * 303 leads to the result of a write. 301 and 302 make a POST a read too, as the Fetch Standard says. If only the prefix
 * or the last slash of the path changes, the endpoint has moved: a read would lose the write.
 */
function becomesRead(status: number, { method, url }: RequestAttempt, target: URL): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  if (status === 303) return true
  const mayBecomeRead = (status === 301 || status === 302) && method === 'POST'
  return mayBecomeRead && !pathOf(target).endsWith(pathOf(url))
}

function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '')
}

function withoutContent(headers: Headers): Headers {
  const others = [...headers].filter(([name]) => !name.startsWith('content-'))
  return new Headers(others)
}

function redirectedInCircle(request: RequestAttempt, response: Response): KnownError {
  return new KnownError(`${askedOf(request)} was redirected more than ${MOST_REDIRECTS} times.`, {
    ...factsOf(request, response),
    hint: 'Check the base URL; the service or a proxy redirects in a circle.',
  })
}

function redirectedAway(
  request: RequestAttempt,
  response: Response,
  target: URL | undefined,
): KnownError {
  const asked = askedOf(request)
  return new KnownError(
    `${asked} was redirected to ${inWords(target)}; topo does not follow this redirect.`,
    {
      ...factsOf(request, response),
      hint: 'If the service has moved, change the base URL; the key is never sent to another origin.',
    },
  )
}

function askedOf({ method, url }: RequestAttempt): string {
  return `${method} ${url.pathname}`
}

function factsOf(request: RequestAttempt, response: Response) {
  const requestId = response.headers.get('x-request-id') ?? request.headers.get('x-request-id')
  return {
    code: 'TOPO_REDIRECTED',
    exitCode: ExitCode.refused,
    status: response.status,
    requestId: requestId ?? undefined,
  } as const
}

function inWords(target: URL | undefined): string {
  if (target === undefined) return 'no address'
  const isWeb = /^https?:$/.test(target.protocol)
  return isWeb ? target.origin + target.pathname : `an address of ${target.protocol}`
}
