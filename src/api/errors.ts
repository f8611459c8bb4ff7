/** A refusal of the service → the KnownError that a person or a script gets. */
import { ExitCode, KnownError, type KnownErrorOptions } from '../errors.ts'
import { type ErrorBody, readErrorBody } from './error-body.ts'

/** What is known of an answer that was not a success. */
export interface Refusal {
  method: string
  path: string
  status: number
  /** As it came; what it holds is checked before it is relied on. */
  body: ErrorBody
  requestId?: string | undefined
  /** Seconds that `Retry-After` asks for. */
  retryAfter?: number | undefined
}

type Meaning = Pick<KnownErrorOptions, 'code' | 'exitCode' | 'hint'> & { why: string }

/** Turns a refusal into an error with a stable code and the exit code of the design's table. */
export function refusalError(refusal: Refusal): KnownError {
  const { method, path, status, body } = refusal
  const { why, ...meaning } = meaningOf({ ...refusal, body: readErrorBody(body) })
  return new KnownError(`${method} ${path} failed: ${why} (HTTP ${status})`, {
    ...meaning,
    status,
    requestId: refusal.requestId,
    details: Object.keys(body).length > 0 ? body : undefined,
  })
}

function meaningOf({ path, status, body, retryAfter }: Refusal): Meaning {
  const said = body.message ?? body.details ?? body.reason ?? body.error
  switch (status) {
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
        why: said ?? 'this account may not do that',
        hint: 'Run "topo whoami" to see which key is used.',
      }
    case 404:
      return {
        code: 'TOPO_NOT_FOUND',
        exitCode: ExitCode.refused,
        why: said ?? 'there is no such thing, or it is private and belongs to somebody else',
        hint: path.startsWith('/v1/scripts') ? 'Run "topo script list" to see your scripts.' : undefined,
      }
    case 409:
      return { exitCode: ExitCode.conflict, ...conflict(body) }
    case 413:
      return {
        code: 'TOPO_TOO_LARGE',
        exitCode: ExitCode.refused,
        why: said ?? 'it is larger than this account may send',
        hint: 'Split the script, or ask for a larger tier.',
      }
    case 422:
      return {
        code: 'TOPO_REJECTED',
        exitCode: ExitCode.refused,
        why: rejection(body),
        hint: rejectionHint(body),
      }
    case 429:
      return body.error === 'quota_exceeded'
        ? {
            code: 'TOPO_QUOTA_EXCEEDED',
            exitCode: ExitCode.quota,
            why: `the quota ${body.quota ?? ''} of ${body.limit ?? 'this account'} is used up`,
            hint: 'Run "topo quota" to see what is left and how long its window is.',
          }
        : {
            code: 'TOPO_RATE_LIMITED',
            exitCode: ExitCode.temporary,
            why: 'too many requests with this key',
            hint: retryAfter === undefined ? 'Try again later.' : `Try again in ${retryAfter} s.`,
          }
    case 503:
      if (body.error === 'billing_not_configured') {
        return {
          code: 'TOPO_BILLING_NOT_CONFIGURED',
          exitCode: ExitCode.refused,
          why: 'this deployment has no billing',
          hint: undefined,
        }
      }
  }
  return status === 408 || status >= 500
    ? {
        code: 'TOPO_UNAVAILABLE',
        exitCode: ExitCode.temporary,
        why: said ?? 'the service is not available',
        hint: 'It is safe to run the same command again later.',
      }
    : {
        code: 'TOPO_REFUSED',
        exitCode: ExitCode.refused,
        why: said ?? 'the service refused',
        hint: undefined,
      }
}

function conflict({ error, message }: ErrorBody): Omit<Meaning, 'exitCode'> {
  switch (error) {
    case 'slug_taken':
      return {
        code: 'TOPO_SLUG_TAKEN',
        why: message ?? 'the slug is taken',
        hint: 'Give the script another slug: rename the file, or set "slug" in its header.',
      }
    case 'already_subscribed':
      return {
        code: 'TOPO_ALREADY_SUBSCRIBED',
        why: message ?? 'there is an active subscription already',
        hint: 'Cancel it first; it goes on to the end of its period.',
      }
    case undefined:
    case 'conflict':
      return {
        code: 'TOPO_CONFLICT',
        why: message ?? 'it has changed on the service',
        hint: 'Run "topo status" to see what differs, then pull or push again.',
      }
    default:
      return { code: 'TOPO_CONFLICT', why: message ?? error, hint: undefined }
  }
}

function rejection(body: ErrorBody): string {
  const [first] = body.errors ?? []
  if (first) return first.message
  const [issue] = body.issues ?? []
  if (issue) return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message
  return body.details ?? body.message ?? body.error ?? 'the service did not accept it'
}

function rejectionHint(body: ErrorBody): string | undefined {
  return (
    body.errors?.[0]?.fix ??
    (body.errors ? 'Run "topo validate" to see each finding at its line.' : undefined)
  )
}
