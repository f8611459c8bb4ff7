/** Creates and lists collections; adds and removes scripts, one by one. */
import type { Client } from '../../api/client.ts'
import { createOnce } from '../../api/lost-answer.ts'
import { readWhole } from '../../api/read-list.ts'
import type { Collection } from '../../api/resources/collections.ts'
import type { Project } from '../../project/config/project.ts'
import { readScript } from '../../project/remote/read-remote.ts'
import { readScriptByName, scriptName } from '../../project/select/resolve-script.ts'
import type { CommandResult } from '../command/result.ts'
import { eachFields, runForEach } from '../command/run-each.ts'
import type { Channel } from '../io/channel.ts'
import { formatTime } from '../io/format-time.ts'
import { table } from '../io/table.ts'
import type { Terminal } from '../io/terminal.ts'
import type { Service } from '../service/service.ts'
import { findCollection } from './collection.ts'

/** Names that `--fields` of add and remove accepts, besides their boolean. */
export const collectionItemFields = [...eachFields, 'slug']

interface CollectionInput {
  collection: string
  scripts: readonly string[]
}

export async function addToCollection(
  terminal: Terminal,
  project: Project,
  { client }: Service,
  { collection, scripts }: CollectionInput,
): Promise<CommandResult> {
  const { id } = await readCollection(client, collection)
  return runForEach(terminal, scripts, 'added', async (name) => {
    const item = await readScriptByName(project, client, name)
    await client.collections.addScript({ params: { id }, body: { scriptId: item.id } })
    return { id: item.id, slug: item.slug }
  })
}

export async function removeFromCollection(
  terminal: Terminal,
  project: Project,
  { client }: Service,
  { collection, scripts }: CollectionInput,
): Promise<CommandResult> {
  const { id } = await readCollection(client, collection)
  return runForEach(terminal, scripts, 'removed', async (name) => {
    const idOrSlug = await scriptName(project, name)
    // A script that became private is still in the collection, and can be removed by its id.
    const { id: scriptId, slug } = (await readScript(client, idOrSlug)) ?? { id: idOrSlug, slug: idOrSlug }
    await client.collections.removeScript({ params: { id, scriptId } })
    return { id: scriptId, slug }
  })
}

export const readCollections = (client: Client) =>
  readWhole((next) => client.collections.list({ next }), 'The list of collections')

async function readCollection(client: Client, given: string): Promise<Collection> {
  return findCollection((await readCollections(client)).items, given)
}

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

/** Shows ids only in a pipe: a terminal would cut them, and the name is enough. */
export function collectionTable(out: Channel, collections: readonly Collection[]): string {
  return table(
    out,
    [...(out.isTerminal ? [] : ['ID']), 'NAME', 'SCRIPTS', 'DESCRIPTION', 'COLOR', 'CREATED'],
    collections.map(({ id, name, scriptCount, description, color, createdAt }) => [
      ...(out.isTerminal ? [] : [id]),
      ...[name, scriptCount, description, color, formatTime(out, createdAt)],
    ]),
  )
}
