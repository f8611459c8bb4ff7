/** A response of the service, and the error that an error response stands for. */
import type { KnownError } from '../../errors.ts'
import { joined } from '../../text/words.ts'
import { serviceError } from '../answers/errors.ts'
import { parseErrorBody } from '../answers/parse-error-body.ts'
import { shorterBaseUrl } from './base-url.ts'
import { type AddressState, type RequestInfo, unexpectedAnswer } from './network-errors.ts'
import { isRateLimited, limitedFor, retryAfter } from './rate-limit.ts'

/** A response with any status. */
export interface Reply extends RequestInfo {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly address: AddressState
  /** Time of day on this machine when it arrived. */
  readonly receivedAt: number
}

/** Statuses that a retry may change. */
export const isTemporary = (status: number): boolean =>
  [408, 429, 500].includes(status) || isAway(status)

/**
 * Statuses of a service that is down or overloaded, or of a network in front of it. No standard has 520 to 530. 529 says
 * that the service is overloaded. The others come from networks such as Cloudflare.
 */
export const isAway = (status: number): boolean =>
  [502, 503, 504].includes(status) || (status >= 520 && status <= 530)

/** Converts an error response: what the service refused, or an answer that is not the service's. */
export function errorFromReply(reply: Reply): KnownError {
  const { method, url, status, text, headers, requestId, address, receivedAt } = reply
  const body = parseErrorBody(text)
  const isLimited = isRateLimited(reply, body, receivedAt)
  // A web site at this address answers 404 with its own page; during an outage any body is possible.
  const isForeign = status < 500 && !isTemporary(status) && !isLimited && !mayBeError(text)
  if (isForeign && body.code === undefined && !address.isUnderstood) {
    return unexpectedAnswer(reply, `${jsonProblem(text)} (HTTP ${status})`)
  }
  const error = serviceError({
    method,
    path: url.pathname,
    status,
    body,
    requestId,
    isLimited,
    retryAfter: isLimited ? limitedFor(headers, receivedAt) : retryAfter(headers, receivedAt),
  })
  const mayBeMissing = status === 404 && !address.isUnderstood
  const shorter = mayBeMissing ? shorterBaseUrl(address.baseUrl) : undefined
  if (shorter === undefined) return error
  // A script that is missing is more likely than a wrong address.
  const asked = url.pathname.slice(new URL(address.baseUrl).pathname.length)
  const hints = /v1\/scripts\/./.test(asked) ? [error.hint, shorter] : [shorter, error.hint]
  return error.withHint(joined(' ', ...hints))
}

export const isHtml = (text: string): boolean => /^\s*</.test(text)

/** Says what a body is that is not JSON. */
export const jsonProblem = (text: string): string =>
  isHtml(text) ? 'HTML instead of JSON' : 'text that is not JSON'

/** JSON, nothing, or a code alone, such as `unauthorized`; web servers answer with a phrase or a page. */
const mayBeError = (text: string): boolean => /^\s*([[{]|$)|^[a-z]+(_[a-z]+)*\s*$/.test(text)
