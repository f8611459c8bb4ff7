/** Handles requests whose answer was lost: they may have been processed. */
import { KnownError } from '../../errors.ts'

const lostCodes = new Set([
  'TOPO_CONNECTION_LOST',
  'TOPO_TIMEOUT',
  'TOPO_NETWORK',
  'TOPO_UNAVAILABLE',
])

/** True if the error leaves open whether the request was processed. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof KnownError && lostCodes.has(error.code)

/**
 * Creates something once: after a lost answer it looks for the result instead of creating a second one. If the answer
 * has no id, it is looked for too; empty if the service lists nothing new.
 * @param alike lists items with the same description; one that was not listed before is the created one
 * @throws the original error if no new item is found.
 */
export async function createOnce<T extends { id: string }, M extends { id?: string | undefined }>(
  alike: () => Promise<T[]>,
  create: () => Promise<M>,
): Promise<{ made: T | (M & { id: string }); before: T[] }> {
  const before = await alike()
  const idsBefore = new Set(before.map(({ id }) => id))
  const created = async () => {
    const now = await alike().catch(() => [])
    return now.find(({ id }) => !idsBefore.has(id))
  }
  try {
    const made = await create()
    const { id = (await created())?.id ?? '' } = made
    return { made: { ...made, id }, before }
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    const made = await created()
    if (made === undefined) throw error
    return { made, before }
  }
}
