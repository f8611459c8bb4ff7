/** Finds a collection by id or name. */
import type { Collection } from '../../api/resources/collections.ts'
import { type KnownError, usageError } from '../../errors.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import { nearest } from '../../text/nearest.ts'

/**
 * By id, else by name, else by name ignoring case.
 * @throws usage error `TOPO_UNKNOWN_COLLECTION`, or `TOPO_AMBIGUOUS_COLLECTION` if several have the name.
 */
export function findCollection(collections: readonly Collection[], given: string): Collection {
  const ways = [
    ({ id }: Collection) => id === given,
    ({ name }: Collection) => name === given,
    ({ name }: Collection) => name.toLowerCase() === given.trim().toLowerCase(),
  ]
  for (const fits of ways) {
    const [found, ...others] = collections.filter(fits)
    if (found !== undefined && others.length > 0) throw ambiguousCollection(given, [found, ...others])
    if (found !== undefined) return found
  }
  throw unknownCollection(given, collections)
}

function ambiguousCollection(given: string, found: readonly Collection[]): KnownError {
  const ids = found.map(({ id }) => id)
  return usageError(`${found.length} collections have the name "${forTerminal(given)}".`, {
    code: 'TOPO_AMBIGUOUS_COLLECTION',
    hint: `Use an id: ${ids.map(forTerminal).join(', ')}.`,
    details: { ids },
  })
}

function unknownCollection(given: string, collections: readonly Collection[]): KnownError {
  const near = nearest(
    given,
    collections.map(({ name }) => name),
  )
  return usageError(`You have no collection "${forTerminal(given)}".`, {
    code: 'TOPO_UNKNOWN_COLLECTION',
    hint:
      near !== undefined
        ? `Did you mean "${forTerminal(near)}"?`
        : collections.length === 0
          ? 'Create one with "topo collections create".'
          : 'Run "topo collections list" to see them.',
  })
}
