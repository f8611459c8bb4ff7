/** What to do where a request may have been carried out although no answer to it came. */
import { KnownError } from '../errors.ts'

const lostCodes = new Set(['TOPO_CONNECTION_LOST', 'TOPO_TIMEOUT', 'TOPO_NETWORK', 'TOPO_UNAVAILABLE'])

/** Whether nobody can tell by this error if the request was carried out. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof KnownError && lostCodes.has(error.code)

/**
 * Makes something once: where the answer was lost it is looked for instead of made a second time.
 * @param alike what there is of the same description; one that was not there before is the one that was made
 * @throws the error as it was where none has come.
 */
export async function createOnce<T extends { id: string }>(
  alike: () => Promise<T[]>,
  create: () => Promise<T>,
): Promise<{ made: T; before: T[] }> {
  const before = await alike()
  try {
    return { made: await create(), before }
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    const now = await alike().catch(() => [])
    const made = now.find(({ id }) => !before.some((one) => one.id === id))
    if (made === undefined) throw error
    return { made, before }
  }
}
