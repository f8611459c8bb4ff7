/** Endpoints that a deployment may not have: that is said in one sentence, whichever way the service says it. */
import { ExitCode, KnownError } from '../errors.ts'

/** What a service says of an endpoint that it does not have. */
const missingStatuses = new Set([404, 405, 501])

/**
 * @param what is asked for, in the plural: `notifications`
 * @throws KnownError `TOPO_NOT_OFFERED` where the service has no such thing; any other error as it was.
 */
export async function orUnsupported<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof KnownError) || !isMissing(error)) throw error
    const { status, requestId, details } = error
    throw new KnownError(`This service offers no ${what} (HTTP ${status}).`, {
      code: 'TOPO_NOT_OFFERED',
      exitCode: ExitCode.refused,
      hint: 'Not every deployment has it; everything else works.',
      ...{ status, requestId, details, cause: error },
    })
  }
}

/** 503 is an outage, unless it says that something was never set up. */
const isMissing = ({ status, code }: KnownError): boolean =>
  status !== undefined && (missingStatuses.has(status) || code === 'TOPO_NOT_OFFERED')
