/** Sets a star on a service that only toggles. */
import { ExitCode, KnownError } from '../../errors.ts'
import { isOutcomeUnknown } from '../answers/lost-answer.ts'
import type { Client } from '../client/client.ts'

/** Answered toggles: the second one reverts the first. */
const MOST_TOGGLES = 2

/**
 * Toggles until the state is the wanted one. The state cannot be read, only toggled: a wrong result is
 * toggled back, and a toggle whose answer was lost is followed by another.
 *
 * @returns true if the state changed; undefined if a lost answer leaves that unknown.
 * @throws KnownError `TOPO_CHANGED_MEANWHILE` (exit 6) if another client toggles at the same time.
 */
export async function setStar(
  client: Client,
  id: string,
  wanted: boolean,
): Promise<boolean | undefined> {
  let isLost = false
  for (let answers = 0; answers < MOST_TOGGLES; ) {
    const starred = await toggle(client, id, { mayLose: !isLost, isFirst: answers === 0 })
    if (starred === undefined) {
      isLost = true
      continue
    }
    if (starred === wanted) return isLost ? undefined : answers === 0
    answers++
  }
  throw contested(wanted)
}

/** The state after a toggle; undefined if its answer was lost, and may be. */
async function toggle(
  client: Client,
  id: string,
  { mayLose, isFirst }: { mayLose: boolean; isFirst: boolean },
): Promise<boolean | undefined> {
  try {
    const { starred } = await client.scripts.star({ params: { id } })
    return starred
  } catch (error) {
    if (mayLose && isOutcomeUnknown(error)) return undefined
    const isUntouched = mayLose && isFirst
    throw isUntouched ? error : withUnknownState(error)
  }
}

function contested(wanted: boolean): KnownError {
  const state = wanted ? 'not starred' : 'starred'
  return new KnownError(`The script is still ${state} after ${MOST_TOGGLES} toggles.`, {
    code: 'TOPO_CHANGED_MEANWHILE',
    exitCode: ExitCode.conflict,
    retryable: true,
    hint: 'Another client of this account changes the star at the same time. Run the command again.',
  })
}

/** Adds a hint: between two toggles the state may be the opposite of the wanted one. */
const withUnknownState = (error: unknown): unknown =>
  error instanceof KnownError
    ? error.withHint('The star may or may not be set. Run the same command again to be sure.')
    : error
