/** Updates one script: guarded, found again if its answer was lost, and read again if the service seems to have kept fields. */
import { readErrorBody } from '../../api/answers/parse-error-body.ts'
import type { Client } from '../../api/client/client.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { KnownError, refusedError } from '../../errors.ts'
import {
  CONTENT_FIELDS,
  type ContentField,
  changedFields,
  equalAfterTidying,
  type ScriptContent,
} from '../../project/script/content.ts'
import { contentHash } from '../../project/script/content-hash.ts'
import { enumeration } from '../../text/alternatives.ts'
import type { UpdateStep } from '../plan/plan.ts'
import { type Guard, guardedWrite, isSameVersion, type SeenVersion } from '../remote/guard.ts'
import { contentOf, readScript, toRemote } from '../remote/read-remote.ts'
import { type WriteResult, writeOrFind } from './lost-write.ts'
import { backUpContent, type SendOptions, type Sent } from './send-script.ts'
import { completeAnswer } from './thin-answer.ts'

/** A change, and the version that it replaces. */
export interface Update extends Pick<UpdateStep, 'id' | 'changed' | 'overwrites'> {
  readonly file: Pick<UpdateStep['file'], 'content'>
  readonly remote: SeenVersion & { readonly slug?: string }
  /** The change overwrites nothing of others. */
  readonly unguarded?: boolean
}

/**
 * Updates a script. Backs up a remote version that was never synced.
 * @throws KnownError `TOPO_SLUG_KEPT`, `TOPO_FIELDS_KEPT` if the service accepts the change, but does not make it
 */
export async function updateScript(update: Update, options: SendOptions): Promise<Sent> {
  const sent = await sendUpdate(update, options)
  if (sent.kept) throw sent.kept
  return sent
}

/** Returns what was kept, instead of throwing it: a part of the change may be made. */
export async function sendUpdate(update: Update, options: SendOptions): Promise<Sent> {
  const { id, file, remote } = update
  const { client } = options
  if (update.overwrites && remote.content) await backUpContent(remote.content, options)
  await options.intend({ id, slug: file.content.slug, hash: contentHash(file.content) })

  const result = await writeOrFindUpdate(update, client)
  if ('found' in result) return { script: result.found, wasThere: result.isOfOthers }

  const script = await completeAnswer(client, {
    answered: { ...result.answered, id },
    sent: file.content,
    idOrSlug: id,
    isSent: (stored) => isResultOf(update, stored),
    tellsRevisions: remote.updatedAt !== '',
  })
  return reportKept(update, await waitForChange(update, script, client), options)
}

function writeOrFindUpdate(
  update: Update,
  client: Client,
): Promise<WriteResult<Partial<Script>, Script>> {
  const wanted = update.file.content
  return writeOrFind(client, {
    idOrSlug: update.id,
    send: () => write(update, client),
    resultIn: (now) => (now && equalAfterTidying(contentOf(now), wanted) ? now : undefined),
    isUntouched: (now) => now !== undefined && isSameVersion(update.remote, toRemote(now)),
    maySucceedByOthers: true,
  })
}

async function write({ id, file, changed, remote, unguarded }: Update, client: Client) {
  const fields = pick(file.content, changed)
  const send = (guard: Guard) =>
    client.scripts.update({ params: { id }, body: { ...fields, ...guard } })
  try {
    const answer = unguarded ? await send({}) : await guardedWrite(client, id, remote, send)
    return answer.item
  } catch (error) {
    if (changed.includes('slug') && refusesSlug(error))
      throw slugRefused(error, remote.slug, file.content.slug)
    throw error
  }
}

/** True if the service refuses the new slug, and not another part of the change. */
function refusesSlug(error: unknown): error is KnownError {
  if (!(error instanceof KnownError)) return false
  if (error.code !== 'TOPO_REJECTED' && error.code !== 'TOPO_REFUSED') return false
  const places = readErrorBody(error.details).issues.flatMap(({ path }) =>
    path.join('.').split(/[./]/),
  )
  const fields = places.filter((place) => place !== '')
  return fields.length > 0
    ? fields.includes('slug')
    : /(?<![\w-])slug(?![\w-])/i.test(error.message)
}

function slugRefused(error: KnownError, slug = '', wanted: string): KnownError {
  return refusedError(
    `The service refuses the slug "${wanted}" instead of "${slug}": ${error.message}`,
    {
      ...error,
      code: 'TOPO_SLUG_KEPT',
      hint: keptSlugHint(slug),
      cause: error,
    },
  )
}

/** Milliseconds between looks at a script that seems to be as before: some services show a change late. */
const PAUSES = [300, 700]

async function waitForChange(update: Update, first: Script, client: Client): Promise<Script> {
  let script = first
  for (const pause of PAUSES) {
    if (keptFields(update, script).length === 0) break
    await client.clock.wait(pause)
    const read = await readScript(client, update.id).catch(() => undefined)
    if (read === undefined || !isResultOf(update, contentOf(read))) break
    script = read
  }
  return script
}

async function reportKept(
  update: Update,
  script: Script,
  { withdraw }: SendOptions,
): Promise<Sent> {
  const kept = keptFields(update, script)
  if (kept.length === 0) return { script, wasThere: false }

  const hasSlugOfBefore = contentBefore(update)?.slug === script.slug
  const isUnwritten = kept.length === update.changed.length && hasSlugOfBefore
  if (isUnwritten) await withdraw?.()
  return {
    script,
    wasThere: false,
    kept: keptError(kept, script, update.file.content),
    isUnwritten,
  }
}

/** The content that the update replaces, as the service stored it. */
function contentBefore({ remote }: Update): ScriptContent | undefined {
  return remote.stored ?? remote.content
}

/** True if each field is as sent, or as before: then nobody else changed the script. */
function isResultOf(update: Update, stored: ScriptContent): boolean {
  const before = contentBefore(update)
  if (before === undefined) return true
  return CONTENT_FIELDS.every((field) => {
    const isAsSent =
      update.changed.includes(field) && equalAfterTidying(stored, update.file.content, [field])
    return isAsSent || equalAfterTidying(stored, before, [field])
  })
}

/** The fields that the service accepted, and left as they were. */
function keptFields(update: Update, script: Script): ContentField[] {
  return update.changed.filter((field) =>
    field === 'slug' ? script.slug !== update.file.content.slug : isKept(field, update, script),
  )
}

function isKept(field: ContentField, update: Update, script: Script): boolean {
  const before = contentBefore(update)
  if (before === undefined || script[field] == null) return false
  // Services choose the version of the engine.
  if (field === 'engineVersion') return false
  // A value that the service has tidied, hidden or chosen before says nothing.
  const { content } = update.remote
  if (content === undefined || changedFields(before, content).includes(field)) return false

  const stored = contentOf(script)
  const wanted = update.file.content
  if (changedFields(before, stored).includes(field)) return false
  return !equalAfterTidying(stored, wanted, [field]) && !hasSameWords(stored[field], wanted[field])
}

function hasSameWords(one: unknown, other: unknown): boolean {
  return wordsOf(one) === wordsOf(other)
}

function wordsOf(value: unknown): string {
  return JSON.stringify(value).replace(/(?:\\n|\s)+/g, ' ')
}

function pick(content: ScriptContent, fields: readonly ContentField[]): Partial<ScriptContent> {
  const wanted = CONTENT_FIELDS.filter((field) => fields.includes(field))
  return Object.fromEntries(wanted.map((field) => [field, content[field]]))
}

function keptError(
  kept: readonly ContentField[],
  { slug }: Script,
  wanted: ScriptContent,
): KnownError {
  if (kept.includes('slug')) {
    return refusedError(
      `The service changed the script, but kept its slug "${slug}" instead of "${wanted.slug}".`,
      { code: 'TOPO_SLUG_KEPT', hint: keptSlugHint(slug) },
    )
  }
  const names = kept.map((field) => (field === 'isPublic' ? 'visibility' : field))
  return refusedError(
    `The service accepted the change of "${slug}", but kept its ${enumeration(names)}.`,
    {
      code: 'TOPO_FIELDS_KEPT',
      retryable: true,
      hint: `It may not be able to change this. "topo diff ${slug}" shows what differs.`,
    },
  )
}

/** A new script is the only way to the new slug then. */
function keptSlugHint(slug: string): string {
  return `If the service cannot change slugs: set "slug: ${slug}" in the header to keep the script with its comments and stars. Or run "topo script delete ${slug}" and push with --on-conflict overwrite: the new script has no comments and stars.`
}
