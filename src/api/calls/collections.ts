/** Reads, finds and creates collections. */
import { type KnownError, usageError } from '../../errors.ts'
import { nearest } from '../../text/nearest.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { createOnce } from '../answers/lost-answer.ts'
import type { Client } from '../client/client.ts'
import { readWhole } from '../client/read-list.ts'
import type { Collection } from '../resources/collections.ts'

export const readCollections = (client: Client) =>
  readWhole((next) => client.collections.list({ next }), 'The list of collections')

/** Creates a collection once; `others` are existing ones of the same name, which the service allows. */
export async function createCollection(
  client: Client,
  body: { name: string; description?: string | undefined; color?: string | undefined },
): Promise<{ collection: Collection; others: Collection[] }> {
  const { made, before } = await createOnce(
    async () => (await readCollections(client)).items.filter(({ name }) => name === body.name),
    async () => {
      const { item } = await client.collections.create({ body })
      return { ...item, name: item.name ?? body.name }
    },
  )
  return { collection: made, others: before }
}

/**
 * By id, else by name, else by name ignoring case.
 * @throws usage error `TOPO_UNKNOWN_COLLECTION`, or without a code of its own if several have the name.
 */
export function findCollection(collections: readonly Collection[], given: string): Collection {
  const ways = [
    ({ id }: Collection) => id === given,
    ({ name }: Collection) => name === given,
    ({ name }: Collection) => name.toLowerCase() === given.trim().toLowerCase(),
  ]
  for (const fits of ways) {
    const [found, ...others] = collections.filter(fits)
    if (found !== undefined && others.length > 0)
      throw ambiguousCollection(given, [found, ...others])
    if (found !== undefined) return found
  }
  throw unknownCollection(given, collections)
}

function ambiguousCollection(given: string, found: readonly Collection[]): KnownError {
  const ids = found.map(({ id }) => id)
  return usageError(`${found.length} collections have the name "${forTerminal(given)}".`, {
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
      near === undefined ? wayToCollection(collections) : `Did you mean "${forTerminal(near)}"?`,
  })
}

function wayToCollection(collections: readonly Collection[]): string {
  return collections.length === 0
    ? 'Create one with "topo collections create".'
    : 'Run "topo collections list" to see them.'
}
