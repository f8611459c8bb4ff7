/** What the commands over collections do: make one, show all, and put scripts in and out, one by one. */
import type { Client } from '../api/client.ts'
import type { Collection } from '../api/resources/collections.ts'
import { createOnce } from '../project/lost-answer.ts'
import { scriptName } from '../project/name.ts'
import type { Project } from '../project/project.ts'
import { readScript } from '../project/remote.ts'
import { findCollection } from './collection.ts'
import type { Answer } from './command.ts'
import { eachAnswer, eachFields } from './each.ts'
import type { Service } from './service.ts'
import { table } from './table.ts'
import type { Channel, Terminal } from './terminal.ts'
import { when } from './when.ts'

/** What `--fields` of add and remove may name, besides their yes or no. */
export const collectedFields = [...eachFields, 'slug']

interface Asked {
  collection: string
  scripts: readonly string[]
}

export async function addToCollection(
  terminal: Terminal,
  project: Project,
  { client }: Service,
  { collection, scripts }: Asked,
): Promise<Answer> {
  const { id } = await collectionNamed(client, collection)
  return eachAnswer(terminal, scripts, 'added', async (name) => {
    const idOrSlug = await scriptName(project, name)
    const { item } = await client.scripts.get({ params: { idOrSlug } })
    await client.collections.addScript({ params: { id }, body: { scriptId: item.id } })
    return { id: item.id, slug: item.slug }
  })
}

export async function removeFromCollection(
  terminal: Terminal,
  project: Project,
  { client }: Service,
  { collection, scripts }: Asked,
): Promise<Answer> {
  const { id } = await collectionNamed(client, collection)
  return eachAnswer(terminal, scripts, 'removed', async (name) => {
    const idOrSlug = await scriptName(project, name)
    // What has become private since is still in there, and goes by its id.
    const { id: scriptId, slug } = (await readScript(client, idOrSlug)) ?? { id: idOrSlug, slug: idOrSlug }
    await client.collections.removeScript({ params: { id, scriptId } })
    return { id: scriptId, slug }
  })
}

async function collectionNamed(client: Client, given: string): Promise<Collection> {
  return findCollection((await client.collections.list()).items, given)
}

/** Sent once; `others` are those that bear the name already, which the service allows. */
export async function createCollection(
  client: Client,
  body: { name: string; description?: string | undefined; color?: string | undefined },
): Promise<{ collection: Collection; others: Collection[] }> {
  const { made, before } = await createOnce(
    async () => (await client.collections.list()).items.filter(({ name }) => name === body.name),
    async () => (await client.collections.create({ body })).item,
  )
  return { collection: made, others: before }
}

/** Ids only in a pipe, where they are whole: on a terminal the name does. */
export function collectionTable(out: Channel, collections: readonly Collection[]): string {
  return table(
    out,
    ['NAME', 'SCRIPTS', 'DESCRIPTION', 'COLOR', 'CREATED'],
    collections.map(({ id, name, scriptCount, description, color, createdAt }) => [
      ...(out.isTerminal ? [] : [id]),
      ...[name, scriptCount, description, color, when(out, createdAt)],
    ]),
  )
}
