/** Converts error responses of the service to KnownErrors. */
import { ExitCode, KnownError, type KnownErrorOptions } from '../../errors.ts'
import { isRecord } from '../../text/parse-json.ts'
import { promoReasonWords } from '../contract/billing-records.ts'
import { isNotSetUp } from './error-code.ts'
import { type ErrorBody, inWords, isQuotaExceeded } from './parse-error-body.ts'

export interface ErrorResponse {
  method: string
  path: string
  status: number
  body: ErrorBody
  requestId?: string | undefined
  /** Refused because there were too many requests: `isRateLimited`. */
  isLimited: boolean
  /** Seconds from `Retry-After`, or until a rate limit resets. */
  retryAfter?: number | undefined
}

type ErrorDescription = Pick<KnownErrorOptions, 'code' | 'exitCode' | 'hint'> & { why: string }

export function serviceError(refusal: ErrorResponse): KnownError {
  const { method, path, status, body } = refusal
  const { why, ...meaning } = describeError(refusal)
  return new KnownError(`${method} ${path} failed: ${why} (HTTP ${status})`, {
    ...meaning,
    status,
    requestId: refusal.requestId,
    retryAfter: refusal.retryAfter,
    details: isRecord(body.json) && Object.keys(body.json).length > 0 ? body.json : undefined,
  })
}

function describeError(refusal: ErrorResponse): ErrorDescription {
  const { path, status, body } = refusal
  if (refusal.isLimited) return limitedError(refusal)
  if (isQuotaExceeded(status, body)) return quotaError(refusal)
  const billing = status === 400 ? billingError(path, body) : undefined
  if (billing) return billing
  if (isConflict(status, body)) return conflictError(body)
  return ERROR_BY_STATUS[status]?.(refusal) ?? otherError(refusal)
}

function limitedError(refusal: ErrorResponse): ErrorDescription {
  const hint = retryHint(refusal, true) ?? 'Try again later.'
  return temporary('TOPO_RATE_LIMITED', 'too many requests with this key', hint)
}

function quotaError(refusal: ErrorResponse): ErrorDescription {
  const { quota, limit } = refusal.body
  const name = quota === undefined ? 'a quota' : `the quota ${quota}`
  const see = 'Run "topo quota" to see the remaining quota and when it resets.'
  return {
    code: 'TOPO_QUOTA_EXCEEDED',
    exitCode: ExitCode.quota,
    why: `${name} of ${limit ?? 'this account'} is used up`,
    hint: `${retryHint(refusal, false) ?? ''} ${see}`.trim(),
  }
}

function isConflict(status: number, { code }: ErrorBody): boolean {
  if (status === 409 || status === 412) return true
  const isRejection = status === 400 || status === 422
  return isRejection && conflictCodes.has(`${code}`)
}

/** Errors whose meaning the status tells. */
const ERROR_BY_STATUS: Readonly<
  Record<number, (refusal: ErrorResponse) => ErrorDescription | undefined>
> = {
  400: ({ body }) => refused('TOPO_REFUSED', rejectionReason(body)),
  401: () => ({
    code: 'TOPO_UNAUTHORIZED',
    exitCode: ExitCode.auth,
    why: 'the API key is missing, unknown or revoked',
    hint: 'Run "topo login", or set TOPO_API_KEY in a pipeline.',
  }),
  403: ({ body }) =>
    refused(
      'TOPO_FORBIDDEN',
      body.message ?? 'this account is not permitted to do that',
      'Run "topo whoami" to see which key is used.',
    ),
  404: ({ path, body }) =>
    refused(
      'TOPO_NOT_FOUND',
      body.message ?? 'not found, or private to another user',
      notFoundHints.find(([where]) => where.test(path))?.[1],
    ),
  405: ({ body }) => notOffered(body.message),
  413: ({ path, body }) => {
    const shorter = tooLargeHints.find(([where]) => where.test(path))?.[1] ?? 'Send less'
    const why = body.message ?? 'it exceeds the size limit of this account'
    return refused('TOPO_TOO_LARGE', why, `${shorter}, or upgrade to a larger tier.`)
  },
  422: ({ body }) => refused('TOPO_REJECTED', rejectionReason(body), rejectionHint(body)),
  501: ({ body }) => notOffered(body.message),
  503: ({ body }) => {
    if (body.code === 'billing_not_configured') {
      const hint = 'Billing is optional; other commands work.'
      return refused('TOPO_BILLING_NOT_CONFIGURED', 'this deployment has no billing', hint)
    }
    return isNotSetUp(body) ? notOffered(body.message) : undefined
  },
  507: ({ body }) =>
    temporary(
      'TOPO_NOT_STORED',
      body.message ?? 'the service has no storage space left',
      'Nothing was changed. Run the same command again when the service can store it.',
    ),
}

function otherError(refusal: ErrorResponse): ErrorDescription {
  const { method, status, body } = refusal
  const isTemporary = status === 408 || status >= 500
  if (!isTemporary) return refused('TOPO_REFUSED', body.message ?? 'the service refused')

  const isRead = method === 'GET' || method === 'HEAD'
  const hint = retryHint(refusal, isRead) ?? 'It is safe to run the same command again later.'
  return temporary('TOPO_UNAVAILABLE', body.message ?? 'the service is not available', hint)
}

type Code = ErrorDescription['code']

const refused = (code: Code, why: string, hint?: string): ErrorDescription => ({
  code,
  exitCode: ExitCode.refused,
  why,
  hint,
})

const temporary = (code: Code, why: string, hint: string): ErrorDescription => ({
  code,
  exitCode: ExitCode.temporary,
  why,
  hint,
})

const conflict = (code: Code, why: string, hint?: string): ErrorDescription => ({
  code,
  exitCode: ExitCode.conflict,
  why,
  hint,
})

const notOffered = (said = 'this deployment does not support it'): ErrorDescription =>
  refused('TOPO_NOT_OFFERED', said, 'This feature is optional; other commands work.')

/** Hints for an answer of 413, by path. */
const tooLargeHints: readonly [path: RegExp, hint: string][] = [
  [/\/comments$/, 'Shorten the comment'],
  [/\/v1\/scripts(\/[^/]+)?$/, 'Split the script'],
]

const notFoundHints: readonly [path: RegExp, hint: string][] = [
  [/\/v1\/scripts\b/, 'Run "topo list" to see your scripts.'],
  [/\/v1\/billing\/(subscription|consent)\b/, 'Run "topo billing show" to see your subscription.'],
  [/\/v1\/billing\/subscribe$/, 'The web app lists the available plans.'],
  [/\/v1\/billing\/purchase-bundle$/, 'Run "topo billing bundles" to see the available bundles.'],
]

/** Rules 1 and 3 of *Billing*: a rejected promo code has a reason, a missing consent does not. */
function billingError(path: string, body: ErrorBody): ErrorDescription | undefined {
  if (/\/v1\/billing\//.test(path) && typeof body.reason === 'string') {
    const why = `the promo code is not accepted: ${promoReasonWords(body.reason)}`
    const hint =
      'Nothing was ordered. Omit --promo, or check another code with "topo billing promo".'
    return refused('TOPO_PROMO_REJECTED', why, hint)
  }
  if (!/\/v1\/billing\/subscribe$/.test(path)) return undefined
  const why = body.message ?? 'consent to recurring charges is missing'
  const hint =
    'Nothing was ordered. Add --accept-recurring, and --policy-version with the current version.'
  return refused('TOPO_NEEDS_CONSENT', why, hint)
}

/** Says when to retry, from `Retry-After`; topo itself waits only if the request may be `repeated`. */
function retryHint({ retryAfter }: ErrorResponse, repeated: boolean): string | undefined {
  if (!retryAfter) return undefined
  const minutes = Math.ceil(retryAfter / 60)
  const [, divisor = 1440, unit = 'days'] = units.find(([below]) => minutes < below) ?? []
  const rounded = retryAfter < 120 ? '' : ` (${Math.ceil(minutes / divisor)} ${unit})`
  const wait =
    repeated && retryAfter <= maxWaitSeconds
      ? `, or let topo wait with --max-wait ${retryAfter}`
      : ''
  return `Try again in ${retryAfter} s${rounded}${wait}.`
}

const units: readonly [below: number, minutes: number, name: string][] = [
  [120, 1, 'min'],
  [2880, 60, 'h'],
]

/** Maximum of `--max-wait`, in seconds. */
const maxWaitSeconds = 86_400

/** Conflicts that a deployment may report with another status than 409. */
const conflictCodes = new Set(['slug_taken', 'conflict', 'already_subscribed', 'already_owned'])

/** Says that the slug is taken, where no code does. */
const slugTaken =
  /\bslug\b.*\b(taken|exists?|in use|used|unique)\b|\b(taken|exists?|duplicate)\b.*\bslug\b/is

function conflictError({ code, message }: ErrorBody): ErrorDescription {
  const isGeneral = code === undefined || code === 'conflict'
  const said = inSentence(message)
  switch (isGeneral && slugTaken.test(message ?? '') ? 'slug_taken' : code) {
    case 'slug_taken': {
      const hint = 'Give the script another slug: rename the file, or set "slug" in its header.'
      return conflict('TOPO_SLUG_TAKEN', said ?? 'the slug is taken', hint)
    }
    case 'already_subscribed': {
      const hint = 'Run "topo billing show" to see it. Subscribe to another plan after it ends.'
      const why = said ?? 'this account already has an active subscription'
      return conflict('TOPO_ALREADY_SUBSCRIBED', why, hint)
    }
    case 'already_owned': {
      const hint = 'Nothing was ordered; this account can already open its cases.'
      return conflict('TOPO_ALREADY_OWNED', said ?? 'this account already owns the bundle', hint)
    }
    case 'consent_required': {
      const hint = 'After the paid period ends, consent again with "topo billing subscribe".'
      return conflict(
        'TOPO_CONSENT_REQUIRED',
        said ?? 'consent to recurring charges is missing',
        hint,
      )
    }
    case undefined:
    case 'conflict': {
      const hint = 'Run "topo status" to see what differs, then pull or push again.'
      return conflict('TOPO_CONFLICT', said ?? 'it changed on the service', hint)
    }
    default:
      return conflict('TOPO_CONFLICT', message ?? code ?? 'it changed on the service')
  }
}

/** A message with words; a code alone says less than topo does. */
const inSentence = (message: string | undefined): string | undefined =>
  message !== undefined && /\s/.test(message.trim()) ? message : undefined

function rejectionReason({ errors, issues, message }: ErrorBody): string {
  const [first] = errors
  const [issue] = issues
  return first?.message ?? (issue && inWords(issue)) ?? message ?? 'the service did not accept it'
}

function rejectionHint({ errors: [finding] }: ErrorBody): string | undefined {
  return finding && (finding.fix ?? 'Run "topo validate" to see each finding at its line.')
}
