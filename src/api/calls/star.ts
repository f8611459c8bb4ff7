/** A star that is wanted or not, on a service that only toggles. */

import { ExitCode, KnownError } from '../../errors.ts'
import type { Client } from '../client.ts'
import { isOutcomeUnknown } from '../lost-answer.ts'

/** Toggles that are answered: the second one takes back the first. */
const maxToggles = 2

/**
 * Ends in the wanted state. There is no asking for the state, so a toggle has to tell: one that tells the
 * wrong state is taken back, and one whose answer was lost is followed by another.
 *
 * @returns whether the state was another before; undefined where a lost answer leaves that unknown.
 * @throws KnownError `TOPO_STAR_CONTESTED` (exit 6) where somebody toggles at the same time.
 */
export async function setStar(client: Client, id: string, wanted: boolean): Promise<boolean | undefined> {
  let lost = false
  for (let answered = 0; answered < maxToggles; ) {
    try {
      const { starred } = await client.scripts.star({ params: { id } })
      if (starred === wanted) return lost ? undefined : answered === 0
      answered++
    } catch (error) {
      if (!lost && isOutcomeUnknown(error)) lost = true
      else throw lost || answered > 0 ? withUnknownState(error) : error
    }
  }
  throw new KnownError(`The script is still ${wanted ? 'not ' : ''}starred after ${maxToggles} toggles.`, {
    code: 'TOPO_STAR_CONTESTED',
    exitCode: ExitCode.conflict,
    retryable: true,
    hint: 'Something else stars or unstars it with this account at the same time; run the command again.',
  })
}

/** Between two toggles the state may be the opposite of what was wanted, which has to be said. */
function withUnknownState(error: unknown): unknown {
  if (!(error instanceof KnownError)) return error
  const { message, code, exitCode, status, requestId, retryable, details, cause } = error
  return new KnownError(message, {
    ...{ code, exitCode, status, requestId, retryable, details, cause },
    hint: 'The star may be set or not now; run the same command again, which ends in the wanted state.',
  })
}
