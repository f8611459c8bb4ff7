/** Sets a star on a service that only toggles. */
import { ExitCode, KnownError } from '../../errors.ts'
import type { Client } from '../client.ts'
import { isOutcomeUnknown } from '../lost-answer.ts'

/** Answered toggles: the second one reverts the first. */
const maxToggles = 2

/**
 * Toggles until the state is the wanted one. The state cannot be read, only toggled: a wrong result is
 * toggled back, and a toggle whose answer was lost is followed by another.
 *
 * @returns true if the state changed; undefined if a lost answer leaves that unknown.
 * @throws KnownError `TOPO_STAR_CONTESTED` (exit 6) if another client toggles at the same time.
 */
export async function setStar(
  client: Client,
  id: string,
  wanted: boolean,
): Promise<boolean | undefined> {
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
  throw new KnownError(
    `The script is still ${wanted ? 'not ' : ''}starred after ${maxToggles} toggles.`,
    {
      code: 'TOPO_STAR_CONTESTED',
      exitCode: ExitCode.conflict,
      retryable: true,
      hint: 'Another client of this account changes the star at the same time. Run the command again.',
    },
  )
}

/** Adds a hint: between two toggles the state may be the opposite of the wanted one. */
const withUnknownState = (error: unknown): unknown =>
  error instanceof KnownError
    ? error.withHint('The star may or may not be set. Run the same command again to be sure.')
    : error
