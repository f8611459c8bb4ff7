/** Private drafts that show a review on the service: under slugs of their own, seen by share address, deleted together. */

import { share } from '../../api/calls/share.ts'
import type { Client } from '../../api/client.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { ExitCode, KnownError, usageError } from '../../errors.ts'
import { ownScripts, readScript, toRemote } from '../remote/remote.ts'
import type { ScriptContent } from '../script/content.ts'
import { create } from '../sync/apply.ts'

/** What goes before the slug of each draft. @throws usage error `TOPO_DRAFTS` */
export function assertDraftsName(name: string): void {
  if (name.length <= 40 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return
  throw usageError(`${JSON.stringify(name)} is no name for drafts.`, {
    code: 'TOPO_DRAFTS',
    hint: 'Use lower-case letters, digits and hyphens, such as pr-7.',
  })
}

/** Drafts have it and nothing else does, so no script of somebody's own is taken for one. */
const tagOf = (name: string): string => `draft-${name}`
const isDraft = ({ tags }: Pick<Script, 'tags'>, name: string): boolean =>
  tags?.includes(tagOf(name)) === true

/**
 * Whatever the content says of visibility, its draft is private.
 *
 * @returns its share address
 * @throws KnownError `TOPO_SLUG_TAKEN` where something else has the slug already.
 */
export async function shareDraft(
  content: ScriptContent,
  name: string,
  { client, baseUrl }: { client: Client; baseUrl: string },
): Promise<string> {
  const slug = `${name}-${content.slug}`
  const tags = [...content.tags, tagOf(name)]
  const draft: ScriptContent = { ...content, slug, tags, isPublic: false }
  const there = await readScript(client, slug)
  if (there === undefined)
    return share(client, await create({ file: { content: draft } }, { client, intend }), baseUrl)
  if (!isDraft(there, name)) throw taken(slug)
  const { id, updatedAt: expectedUpdatedAt } = toRemote(there)
  const body = { ...draft, expectedUpdatedAt }
  return share(client, (await client.scripts.update({ params: { id }, body })).item, baseUrl)
}

/** Its tag says that it is ours, so nothing has to be written down here. */
const intend = async (): Promise<void> => {}

const taken = (slug: string): KnownError =>
  new KnownError(`There is a script "${slug}" already, which is no draft of a review.`, {
    code: 'TOPO_SLUG_TAKEN',
    exitCode: ExitCode.conflict,
    hint: 'Choose another name with --drafts.',
  })

/** Deletes the caller's drafts of a name. @returns their slugs */
export async function deleteDrafts(client: Client, name: string): Promise<string[]> {
  const deleted: string[] = []
  for (const { id, slug } of (await ownScripts(client)).items) {
    if (!slug.startsWith(`${name}-`)) continue
    const script = await readScript(client, id)
    if (script === undefined || !isDraft(script, name)) continue
    await client.scripts.delete({ params: { id } })
    deleted.push(slug)
  }
  return deleted
}
