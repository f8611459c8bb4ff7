/** What the commands over collections do: make one, show all, and put scripts in and out, one by one. */
import type { Client } from '../../api/client.ts'
import { createOnce } from '../../api/lost-answer.ts'
import type { Collection } from '../../api/resources/collections.ts'
import type { Project } from '../../project/config/project.ts'
import { readScript } from '../../project/remote/remote.ts'
import { scriptName } from '../../project/select/resolve-script.ts'
import type { CommandResult } from '../command/result.ts'
import { eachFields, runForEach } from '../command/run-each.ts'
import type { Channel } from '../io/channel.ts'
import { formatTime } from '../io/format-time.ts'
import { table } from '../io/table.ts'
import type { Terminal } from '../io/terminal.ts'
import type { Service } from '../service/service.ts'
import { findCollection } from './collection.ts'

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
): Promise<CommandResult> {
  const { id } = await collectionNamed(client, collection)
  return runForEach(terminal, scripts, 'added', async (name) => {
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
): Promise<CommandResult> {
  const { id } = await collectionNamed(client, collection)
  return runForEach(terminal, scripts, 'removed', async (name) => {
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
      ...[name, scriptCount, description, color, formatTime(out, createdAt)],
    ]),
  )
}
