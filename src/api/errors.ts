/** Converts error responses of the service to KnownErrors. */
import { ExitCode, KnownError, type KnownErrorOptions } from '../errors.ts'
import { isRecord } from './envelope.ts'
import { isNotSetUp } from './error-code.ts'
import { type ErrorBody, inWords, isQuotaExceeded } from './parse-error-body.ts'
import { promoReasonWords } from './promo-reasons.ts'

/** Data of an error response. */
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

/** Converts an error response to an error with a stable code and exit code. */
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
  const said = body.message
  if (refusal.isLimited) {
    return {
      code: 'TOPO_RATE_LIMITED',
      exitCode: ExitCode.temporary,
      why: 'too many requests with this key',
      hint: retryHint(refusal, true) ?? 'Try again later.',
    }
  }
  if (isQuotaExceeded(status, body)) {
    const quota = body.quota === undefined ? 'a quota' : `the quota ${body.quota}`
    return {
      code: 'TOPO_QUOTA_EXCEEDED',
      exitCode: ExitCode.quota,
      why: `${quota} of ${body.limit ?? 'this account'} is used up`,
      hint: `${retryHint(refusal, false) ?? ''} Run "topo quota" to see the remaining quota and when it resets.`.trim(),
    }
  }
  const billing = status === 400 ? billingError(path, body) : undefined
  if (billing) return { exitCode: ExitCode.refused, ...billing }
  if ([409, 412].includes(status) || ([400, 422].includes(status) && conflictCodes.has(`${body.code}`))) {
    return { exitCode: ExitCode.conflict, ...conflictError(body) }
  }
  switch (status) {
    case 400:
      return { code: 'TOPO_REFUSED', exitCode: ExitCode.refused, why: rejectionReason(body), hint: undefined }
    case 401:
      return {
        code: 'TOPO_UNAUTHORIZED',
        exitCode: ExitCode.auth,
        why: 'the API key is missing, unknown or revoked',
        hint: 'Run "topo login", or set TOPO_API_KEY in a pipeline.',
      }
    case 403:
      return {
        code: 'TOPO_FORBIDDEN',
        exitCode: ExitCode.refused,
        why: said ?? 'this account is not permitted to do that',
        hint: 'Run "topo whoami" to see which key is used.',
      }
    case 404:
      return {
        code: 'TOPO_NOT_FOUND',
        exitCode: ExitCode.refused,
        why: said ?? 'not found, or private to another user',
        hint: notFoundHints.find(([where]) => where.test(path))?.[1],
      }
    case 405:
    case 501:
      return notOffered(said)
    case 413:
      return {
        code: 'TOPO_TOO_LARGE',
        exitCode: ExitCode.refused,
        why: said ?? 'it exceeds the size limit of this account',
        hint: /\/comments$/.test(path)
          ? 'Shorten the comment, or upgrade to a larger tier.'
          : /\/v1\/scripts(\/[^/]+)?$/.test(path)
            ? 'Split the script, or upgrade to a larger tier.'
            : 'Send less, or upgrade to a larger tier.',
      }
    case 422:
      return {
        code: 'TOPO_REJECTED',
        exitCode: ExitCode.refused,
        why: rejectionReason(body),
        hint: rejectionHint(body),
      }
    case 507:
      return {
        code: 'TOPO_NOT_STORED',
        exitCode: ExitCode.temporary,
        why: said ?? 'the service has no storage space left',
        hint: 'Nothing was changed. Run the same command again when the service has space.',
      }
    case 503:
      if (body.code === 'billing_not_configured') {
        return {
          code: 'TOPO_BILLING_NOT_CONFIGURED',
          exitCode: ExitCode.refused,
          why: 'this deployment has no billing',
          hint: 'Billing is optional; other commands work.',
        }
      }
      if (isNotSetUp(body)) return notOffered(said)
  }
  return status === 408 || status >= 500
    ? {
        code: 'TOPO_UNAVAILABLE',
        exitCode: ExitCode.temporary,
        why: said ?? 'the service is not available',
        hint:
          retryHint(refusal, ['GET', 'HEAD'].includes(refusal.method)) ??
          'It is safe to run the same command again later.',
      }
    : {
        code: 'TOPO_REFUSED',
        exitCode: ExitCode.refused,
        why: said ?? 'the service refused',
        hint: undefined,
      }
}

const notOffered = (said: string | undefined): ErrorDescription => ({
  code: 'TOPO_NOT_OFFERED',
  exitCode: ExitCode.refused,
  why: said ?? 'this deployment does not support it',
  hint: 'This feature is optional; other commands work.',
})

/** Hints for 404, by path. */
const notFoundHints: readonly [path: RegExp, hint: string][] = [
  [/\/v1\/scripts\b/, 'Run "topo script list" to see your scripts.'],
  [/\/v1\/billing\/(subscription|consent)\b/, 'Run "topo billing show" to see your subscription.'],
  [/\/v1\/billing\/subscribe$/, 'The web app lists the available plans.'],
  [/\/v1\/billing\/purchase-bundle$/, 'Run "topo billing bundles" to see the available bundles.'],
]

/** Rules 1 and 3 of *Billing*: a rejected promo code has a reason, a missing consent does not. */
function billingError(path: string, body: ErrorBody): Omit<ErrorDescription, 'exitCode'> | undefined {
  if (/\/v1\/billing\//.test(path) && typeof body.reason === 'string') {
    return {
      code: 'TOPO_PROMO_REJECTED',
      why: `the promo code is not accepted: ${promoReasonWords(body.reason)}`,
      hint: 'Nothing was ordered. Omit --promo, or check another code with "topo billing promo".',
    }
  }
  if (!/\/v1\/billing\/subscribe$/.test(path)) return undefined
  return {
    code: 'TOPO_CONSENT_MISSING',
    why: body.message ?? 'consent to recurring charges is missing',
    hint: 'Nothing was ordered. Add --accept-recurring, and --policy-version with the current version.',
  }
}

/** Says when to retry, from `Retry-After`; topo itself waits only if the request may be `repeated`. */
function retryHint({ retryAfter }: ErrorResponse, repeated: boolean): string | undefined {
  if (!retryAfter) return undefined
  const minutes = Math.ceil(retryAfter / 60)
  const rounded =
    retryAfter < 120
      ? ''
      : minutes < 120
        ? ` (${minutes} min)`
        : minutes < 2880
          ? ` (${Math.ceil(minutes / 60)} h)`
          : ` (${Math.ceil(minutes / 1440)} days)`
  const wait =
    repeated && retryAfter <= maxWaitSeconds ? `, or let topo wait with --max-wait ${retryAfter}` : ''
  return `Try again in ${retryAfter} s${rounded}${wait}.`
}

/** Maximum of `--max-wait`, in seconds. */
const maxWaitSeconds = 86_400

/** Conflicts that a deployment may report with another status than 409. */
const conflictCodes = new Set(['slug_taken', 'conflict', 'already_subscribed', 'already_owned'])

/** Says that the slug is taken, where no code does. */
const slugTaken = /\bslug\b.*\b(taken|exists?|in use|used|unique)\b|\b(taken|exists?|duplicate)\b.*\bslug\b/is

function conflictError({ code, message }: ErrorBody): Omit<ErrorDescription, 'exitCode'> {
  const isGeneral = code === undefined || code === 'conflict'
  switch (isGeneral && slugTaken.test(message ?? '') ? 'slug_taken' : code) {
    case 'slug_taken':
      return {
        code: 'TOPO_SLUG_TAKEN',
        why: inSentence(message) ?? 'the slug is taken',
        hint: 'Give the script another slug: rename the file, or set "slug" in its header.',
      }
    case 'already_subscribed':
      return {
        code: 'TOPO_ALREADY_SUBSCRIBED',
        why: inSentence(message) ?? 'this account already has an active subscription',
        hint: 'Run "topo billing show" to see it. Subscribe to another plan after it ends.',
      }
    case 'already_owned':
      return {
        code: 'TOPO_ALREADY_OWNED',
        why: inSentence(message) ?? 'this account already owns the bundle',
        hint: 'Nothing was ordered; this account can already open its cases.',
      }
    case 'consent_required':
      return {
        code: 'TOPO_CONSENT_REQUIRED',
        why: inSentence(message) ?? 'consent to recurring charges is missing',
        hint: 'After the paid period ends, consent again with "topo billing subscribe".',
      }
    case undefined:
    case 'conflict':
      return {
        code: 'TOPO_CONFLICT',
        why: inSentence(message) ?? 'it changed on the service',
        hint: 'Run "topo status" to see what differs, then pull or push again.',
      }
    default:
      return { code: 'TOPO_CONFLICT', why: message ?? code ?? 'it changed on the service', hint: undefined }
  }
}

/** A message with words; a code alone says less than topo does. */
const inSentence = (message: string | undefined): string | undefined =>
  message !== undefined && /\s/.test(message.trim()) ? message : undefined

function rejectionReason({ errors, issues, message }: ErrorBody): string {
  const [[first], [issue]] = [errors, issues]
  return first?.message ?? (issue && inWords(issue)) ?? message ?? 'the service did not accept it'
}

function rejectionHint({ errors: [finding] }: ErrorBody): string | undefined {
  return finding && (finding.fix ?? 'Run "topo validate" to see each finding at its line.')
}
