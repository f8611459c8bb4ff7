/** An attempt at a request, and its form in a HAR file, without secrets. */
import type { Entry } from 'har-format'
import type { CapturedBody } from './captured-body.ts'
import type { HeaderList, Redaction } from './redaction.ts'

/** An attempt, as far as it got. */
export interface Attempt {
  readonly startedAt: Date
  readonly method: string
  readonly url: string
  readonly requestHeaders: HeaderList
  requestBody?: CapturedBody
  response?: { readonly status: number; readonly statusText: string; readonly headers: HeaderList }
  responseBody?: CapturedBody
  /** Name of the failure, if there is no answer. */
  failure?: string
  /** Milliseconds to the head of the answer. */
  waited?: number
  /** Milliseconds to the end of the answer. */
  ended?: number
}

/** HAR 1.2; fields that begin with an underscore are topo's own. */
export function toEntry(attempt: Attempt, redaction: Redaction): Entry {
  const wait = milliseconds(attempt.waited ?? attempt.ended ?? 0)
  const receive = milliseconds(Math.max(0, (attempt.ended ?? wait) - wait))
  return {
    startedDateTime: attempt.startedAt.toISOString(),
    time: wait + receive,
    request: toRequest(attempt, redaction),
    response: toResponse(attempt, redaction),
    cache: {},
    timings: { send: 0, wait, receive },
  }
}

function toRequest(
  { method, url, requestHeaders, requestBody }: Attempt,
  redaction: Redaction,
): Entry['request'] {
  const address = redaction.url(url)
  const type = header(requestHeaders, 'content-type')
  return {
    method,
    url: address,
    httpVersion,
    cookies: [],
    headers: redaction.requestHeaders(requestHeaders),
    queryString: [...new URL(address).searchParams].map(([name, value]) => ({ name, value })),
    ...(requestBody
      ? { postData: { mimeType: mimeType(type, redaction), ...content(requestBody, redaction) } }
      : {}),
    headersSize: -1,
    bodySize: requestBody?.size ?? 0,
  }
}

function toResponse(
  { url, response, responseBody, failure }: Attempt,
  redaction: Redaction,
): Entry['response'] {
  const { status = 0, statusText = '', headers = [] } = response ?? {}
  const location = header(headers, 'location')
  return {
    status,
    statusText: redaction.text(statusText),
    httpVersion,
    cookies: [],
    headers: redaction.responseHeaders(headers, url),
    content: {
      size: responseBody?.size ?? 0,
      mimeType: mimeType(header(headers, 'content-type'), redaction),
      ...(responseBody ? content(responseBody, redaction) : {}),
    },
    redirectURL: location === undefined ? '' : redaction.url(location, url),
    headersSize: -1,
    bodySize: -1,
    ...(response ? {} : { _error: failure ?? 'the command ended first' }),
  }
}

/** Fetch does not show it. */
const httpVersion = 'HTTP/1.1'

const mimeType = (type: string | undefined, redaction: Redaction) => redaction.text(type ?? 'x-unknown')

/** The text, or the reason why it is missing. */
const content = (
  { text, note = '' }: CapturedBody,
  redaction: Redaction,
): { text: string; comment?: string } =>
  text === undefined
    ? ({ comment: note } as { text: string; comment: string })
    : { text: redaction.body(text) }

const header = (headers: HeaderList, name: string) => headers.find(([one]) => one.toLowerCase() === name)?.[1]

/** Microseconds are enough. */
const milliseconds = (time: number) => Math.round(time * 1000) / 1000
