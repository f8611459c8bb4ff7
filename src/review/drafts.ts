/** Manages private drafts of a review on the service: each has a generated slug and a share URL; all are deleted together. */

import { share } from '../api/calls/share.ts'
import type { Client } from '../api/client/client.ts'
import type { Script } from '../api/resources/scripts.ts'
import { ExitCode, KnownError, usageError } from '../errors.ts'
import type { ScriptContent } from '../project/script/content.ts'
import { draftTag, ownScripts, readScript } from '../sync/remote/read-remote.ts'
import { createScript } from '../sync/send/send-script.ts'
import { Unanswered } from '../sync/send/unanswered.ts'
import type { ReviewResult } from './diagram-review.ts'

/** Validates the prefix of all draft slugs. @throws usage error for another form */
export function assertDraftsName(name: string): void {
  if (name.length <= 40 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return
  throw usageError(`${JSON.stringify(name)} is not a valid name for drafts.`, {
    hint: 'Use lower-case letters, digits and hyphens, such as pr-7.',
  })
}

const isDraft = ({ tags }: Pick<Script, 'tags'>, name: string): boolean =>
  tags?.includes(draftTag(name)) === true

export interface DraftsHost {
  /** Prefix of all draft slugs. */
  name: string
  client: Client
  baseUrl: string
  /** Address of the web app, as far as the answers until then tell it. */
  webUrl(): string | undefined
}

/**
 * Creates or updates a draft. It is private, even if the content is public.
 *
 * @returns its page for people; undefined if its address is unknown
 * @throws KnownError `TOPO_SLUG_TAKEN` if another script has the slug.
 */
async function shareDraft(
  content: ScriptContent,
  name: string,
  { client, baseUrl, webUrl }: DraftsHost,
): Promise<string | undefined> {
  const slug = `${name}-${content.slug}`
  const tags = [...content.tags, draftTag(name)]
  const draft: ScriptContent = { ...content, slug, tags, isPublic: false }
  const existing = await readScript(client, slug)
  if (existing === undefined) {
    const { script } = await createScript(draft, { client, intend: noJournal })
    return (await share(client, script, baseUrl, webUrl())).url
  }
  if (!isDraft(existing, name)) throw slugTaken(slug)
  // Nobody edits a draft, so the update needs no guard.
  await client.scripts.update({ params: { id: existing.id }, body: draft })
  return (await share(client, existing, baseUrl, webUrl())).url
}

/**
 * Creates the draft of a changed diagram, and adds its page to the review. The failure of one does not stop the others.
 * @returns the exit code of a failure
 */
export async function addDraft(
  { review, content }: Pick<ReviewResult, 'review' | 'content'>,
  host: DraftsHost,
): Promise<ExitCode | undefined> {
  if (content === undefined) return undefined
  try {
    const page = await shareDraft(content, host.name, host)
    if (page === undefined) review.notes.push(withoutPage)
    else review.draft = page
    return undefined
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    review.notes.push(`Not on the service: ${error.message}`)
    return error.exitCode
  }
}

const withoutPage =
  'It is on the service, but the address of its page is unknown. Set TOPO_WEB_URL, or "webUrl" in topo.config.json.'

/** Drafts are recognised by their tag, so no journal is needed. */
const noJournal = async (): Promise<void> => {}

const slugTaken = (slug: string): KnownError =>
  new KnownError(`The script "${slug}" exists already and is not a draft of a review.`, {
    code: 'TOPO_SLUG_TAKEN',
    exitCode: ExitCode.conflict,
    hint: 'Choose another name with --drafts, or delete that script.',
  })

/** Deletes the caller's drafts with this name. @returns their slugs */
export async function deleteDrafts(
  client: Client,
  name: string,
  unanswered = new Unanswered(),
): Promise<string[]> {
  const deleted: string[] = []
  for (const { id, slug } of (await ownScripts(client)).items) {
    if (!slug.startsWith(`${name}-`)) continue
    const script = await readScript(client, id)
    if (script === undefined || !isDraft(script, name)) continue
    unanswered.begin(slug)
    await client.scripts.delete({ params: { id } })
    unanswered.end(slug)
    deleted.push(slug)
  }
  return deleted
}
