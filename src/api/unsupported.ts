/** Reports endpoints that a deployment does not have, with one message for all forms of that answer. */
import { ExitCode, KnownError } from '../errors.ts'

/** Statuses of an endpoint that does not exist. */
const missingStatuses = new Set([404, 405, 501])

/**
 * @param what plural noun for the message: `notifications`
 * @throws KnownError `TOPO_NOT_OFFERED` if the service has no such endpoint; other errors unchanged.
 */
export async function orUnsupported<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof KnownError) || !isMissing(error)) throw error
    const { status, requestId, details } = error
    throw new KnownError(`This service does not support ${what} (HTTP ${status}).`, {
      code: 'TOPO_NOT_OFFERED',
      exitCode: ExitCode.refused,
      hint: 'This feature is optional; other commands work.',
      ...{ status, requestId, details, cause: error },
    })
  }
}

/** 503 is an outage, unless the body says that a feature was never set up. */
const isMissing = ({ status, code }: KnownError): boolean =>
  status !== undefined && (missingStatuses.has(status) || code === 'TOPO_NOT_OFFERED')
