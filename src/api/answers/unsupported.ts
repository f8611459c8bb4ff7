/** Reports endpoints that a deployment does not have, with one message for all forms of that answer. */
import { KnownError, refusedError } from '../../errors.ts'
import { isRecord } from '../../text/parse-json.ts'
import { readErrorBody } from './parse-error-body.ts'

/** Statuses of an endpoint that does not exist. */
const missingStatuses = new Set([404, 405, 501])

/**
 * For requests about a script that exists, or about no particular thing: only the endpoint can be missing.
 * @param what plural noun for the message: `notifications`
 * @throws KnownError `TOPO_NOT_OFFERED` if the service has no such endpoint; other errors unchanged.
 */
export async function orUnsupported<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof KnownError && isMissing(error) ? notOffered(what, error) : error
  }
}

/**
 * For a request about a thing that may not exist, such as a version: the service's own 404 stays `TOPO_NOT_FOUND`.
 * @throws KnownError `TOPO_NOT_OFFERED` for a 404 that a framework or a web server sends; other errors unchanged.
 */
export const orUnsupportedThing = <T>(what: string, ask: () => Promise<T>): Promise<T> =>
  ask().catch((error: unknown) => {
    const isOther = !(error instanceof KnownError) || !isMissing(error) || isThingMissing(error)
    throw isOther ? error : notOffered(what, error)
  })

function notOffered(what: string, error: KnownError): KnownError {
  const { status, requestId, details, code } = error
  return refusedError(`This service does not support ${what} (HTTP ${status}).`, {
    code: 'TOPO_NOT_OFFERED',
    hint:
      code === 'TOPO_NOT_THE_SERVICE'
        ? 'This feature is optional. If other commands fail too, check the address with "topo doctor".'
        : 'This feature is optional; other commands work.',
    status,
    requestId,
    details,
    cause: error,
  })
}

/** 503 is an outage, unless the body says that a feature was never set up. */
const isMissing = ({ status, code }: KnownError): boolean =>
  status !== undefined && (missingStatuses.has(status) || code === 'TOPO_NOT_OFFERED')

/** `{ error: "not_found" }`, as the service says it of a thing; frameworks send `Not Found` of a path. */
function isThingMissing({ status, code, details }: KnownError): boolean {
  if (status !== 404 || code !== 'TOPO_NOT_FOUND' || !isRecord(details)) return false
  const { code: said = '', message = '' } = readErrorBody(details)
  return /(^|_)not_found$/.test(said) && !aboutPath.test(message)
}

const aboutPath = /\b(route|endpoint)\b|\bcannot (get|post|patch|put|delete)\b|\/v\d+\//i
