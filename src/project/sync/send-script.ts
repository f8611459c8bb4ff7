/** Creates, updates and deletes one script: completes thin answers, and recognises what is on the service already. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../api/client.ts'
import { isOutcomeUnknown } from '../../api/lost-answer.ts'
import { isAway } from '../../api/reply.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { ExitCode, KnownError, refusedError } from '../../errors.ts'
import { enumeration } from '../../text/alternatives.ts'
import type { UpdateStep } from '../plan/plan.ts'
import { contentOf, ownScripts, readScript, toRemote } from '../remote/read-remote.ts'
import { isSameRevision } from '../remote/revision.ts'
import {
  CONTENT_FIELDS,
  type ContentField,
  changedFields,
  contentHash,
  equalAfterTidying,
  type ScriptContent,
} from '../script/content.ts'
import type { Intend } from '../state/send-journal.ts'
import { backUp } from './backup.ts'
import { type Guard, guardedWrite, isSameVersion, type SeenVersion } from './guard.ts'

/** A script with the sent content on the service. */
export interface Sent {
  /** Has no `updatedAt` and no `code` if the service answered without them, and it changed since. */
  script: Script
  /** Another client sent the same at the same time; nothing was written. */
  wasThere: boolean
  /** Names the fields that the service accepted in an update, but did not change. */
  kept?: KnownError | undefined
  /** With `kept`: nothing was changed, so nothing is to be recorded. */
  isUnwritten?: boolean
}

/** Hash of what the service made of the sent content, if it answered with it. */
export const answeredHash = (script: Script): string | undefined =>
  script.code === undefined ? undefined : contentHash(contentOf(script))

export interface SendOptions {
  client: Client
  root: string
  /** Name of this run's backup folder. */
  stamp: string
  intend: Intend
  /** Takes the last intent back: nothing was written. */
  withdraw?: () => Promise<void>
}

/** Creates a script, after writing it to the journal. Succeeds even if the response is lost. */
export async function createScript(
  content: ScriptContent,
  { client, intend }: Pick<SendOptions, 'client' | 'intend'>,
): Promise<Sent> {
  const { readme, ...rest } = content
  await intend({ slug: content.slug, hash: contentHash(content) })
  let answered: Partial<Script>
  const create = async () => (await client.scripts.create({ body: readme === null ? rest : content })).item
  try {
    answered = await create()
  } catch (error) {
    const seen = isOutcomeUnknown(error) ? await look(client, content.slug) : undefined
    const found = seen?.script
    // A script with this slug and content may be a copy of a stranger.
    const isOurs = found && equalAfterTidying(contentOf(found), content) && (await isSurelyOwn(found, client))
    if (isOurs) return { script: found, wasThere: false }
    if (!seen || found || !wasAway(error)) throw error
    answered = await create()
  }
  // Nobody else knows the id of a new script, so what is read by it is what was sent.
  const isSent = (stored: ScriptContent) => answered.id !== undefined || equalAfterTidying(stored, content)
  const script = await completed(answered, client, content, content.slug, isSent)
  if (script.slug === content.slug) return { script, wasThere: false }
  const other = await readScript(client, content.slug)
  if (other?.id === script.id) return { script, wasThere: false }
  // The slug is taken, maybe by the same script of a simultaneous push. A clone without records finds no other slug, so
  // it would create the script again.
  const made = { ...contentOf(script), slug: content.slug }
  const isSame = other && equalAfterTidying(contentOf(other), made) && (await isSurelyOwn(other, client))
  await deleteScript(client, script.id)
  if (isSame) return { script: other, wasThere: true }
  throw new KnownError(`The service named the script "${script.slug}" instead of "${content.slug}".`, {
    code: 'TOPO_SLUG_TAKEN',
    exitCode: ExitCode.conflict,
    hint: `It was deleted again. Set "slug: ${script.slug}" in the header of its file, or rename the file.`,
  })
}

type Update = Pick<UpdateStep, 'id' | 'changed' | 'overwrites'> & {
  file: Pick<UpdateStep['file'], 'content'>
  remote: SeenVersion
  /** The change overwrites nothing of others. */
  unguarded?: boolean
}

/**
 * Updates a script in the same way. Backs up a remote version that was never synced.
 * @throws KnownError `TOPO_SLUG_KEPT`, `TOPO_FIELDS_KEPT` if the service accepts the change, but does not make it
 */
export async function updateScript(step: Update, options: SendOptions): Promise<Sent> {
  const sent = await sendUpdate(step, options)
  if (sent.kept) throw sent.kept
  return sent
}

/** Returns what was kept, instead of throwing it: a part of the change may be made. */
export async function sendUpdate(step: Update, options: SendOptions): Promise<Sent> {
  const { file, id, remote, changed } = step
  const { client } = options
  if (step.overwrites && remote.content) await backUpContent(remote.content, options)
  const fields = pick(file.content, changed)
  const update = (guard: Guard) => client.scripts.update({ params: { id }, body: { ...fields, ...guard } })
  await options.intend({ id, slug: file.content.slug, hash: contentHash(file.content) })
  const write = () => (step.unguarded ? update({}) : guardedWrite(client, id, remote, update))
  let answered: Partial<Script>
  try {
    answered = (await write()).item
  } catch (error) {
    const { script } = (mayBeSent(error) && (await look(client, id))) || {}
    if (script && equalAfterTidying(contentOf(script), file.content))
      return { script, wasThere: !isOutcomeUnknown(error) }
    if (!script || !wasAway(error) || !isSameVersion(remote, toRemote(script))) throw error
    answered = (await write()).item
  }
  const before = remote.stored ?? remote.content
  const isSent = (stored: ScriptContent) =>
    CONTENT_FIELDS.every(
      (field) =>
        (changed.includes(field) && equalAfterTidying(stored, file.content, [field])) ||
        before === undefined ||
        equalAfterTidying(stored, before, [field]),
    )
  // A value that the service has tidied, hidden or chosen before says nothing.
  const tidied = before && remote.content ? changedFields(before, remote.content) : CONTENT_FIELDS
  const keptOf = (script: Script) =>
    changed.filter((field) => {
      if (field === 'slug') return script.slug !== file.content.slug
      if (script[field] == null || tidied.includes(field) || field === 'engineVersion') return false
      const stored = contentOf(script)
      return (
        before &&
        !changedFields(before, stored).includes(field) &&
        !equalAfterTidying(stored, file.content, [field]) &&
        wordsOf(stored[field]) !== wordsOf(file.content[field])
      )
    })
  const tellsRevisions = remote.updatedAt !== ''
  let script = await completed({ ...answered, id }, client, file.content, id, isSent, tellsRevisions)
  for (const pause of keptOf(script).length > 0 ? lookAgainMs : []) {
    await wait(pause)
    const read = await readScript(client, id).catch(() => undefined)
    if (read === undefined || !isSent(contentOf(read))) break
    script = read
    if (keptOf(script).length === 0) break
  }
  const kept = keptOf(script)
  if (kept.length === 0) return { script, wasThere: false }
  const isUnwritten = kept.length === changed.length && before?.slug === script.slug
  if (isUnwritten) await options.withdraw?.()
  return { script, wasThere: false, kept: keptError(kept, script, file.content), isUnwritten }
}

const wordsOf = (value: unknown): string => JSON.stringify(value).replace(/(?:\\n|\s)+/g, ' ')

/** Milliseconds between looks at a script that seems to be as before: some services show a change late. */
const lookAgainMs = [300, 700]

function keptError(kept: readonly ContentField[], { slug }: Script, wanted: ScriptContent): KnownError {
  if (kept.includes('slug')) {
    return refusedError(
      `The service changed the script, but kept its slug "${slug}" instead of "${wanted.slug}".`,
      {
        code: 'TOPO_SLUG_KEPT',
        hint: keptSlugHint(slug),
      },
    )
  }
  const fields = kept.map((field) => (field === 'isPublic' ? 'visibility' : field))
  return refusedError(`The service accepted the change of "${slug}", but kept its ${enumeration(fields)}.`, {
    code: 'TOPO_FIELDS_KEPT',
    retryable: true,
    hint: `It may not be able to change this. "topo diff ${slug}" shows what differs.`,
  })
}

/** A new script is the only way to the new slug then. */
export const keptSlugHint = (slug: string): string =>
  `If the service cannot change slugs: set "slug: ${slug}" in the header to keep the script with its comments and stars. Or run "topo script delete ${slug}" and push with --on-conflict overwrite: the new script has no comments and stars.`

/** Deletes a script. A lost answer is no failure if it is gone. */
export async function deleteScript(client: Client, id: string): Promise<void> {
  try {
    await client.scripts.delete({ params: { id } })
  } catch (error) {
    const isThere = async () => (await readScript(client, id).catch(() => 'perhaps')) !== undefined
    if (!isOutcomeUnknown(error) || (await isThere())) throw error
  }
}

export async function backUpContent(
  content: ScriptContent,
  { root, stamp }: Pick<SendOptions, 'root' | 'stamp'>,
): Promise<void> {
  const data = `${JSON.stringify(content, null, 2)}\n`
  await backUp({ root, stamp, name: `${content.slug}.remote.json`, data })
}

/** The service was away for a moment. It is asked whether it wrote before it went; if it did not, the write is sent again. */
const wasAway = (error: unknown): boolean =>
  error instanceof KnownError && isAway(error.status ?? 0) && isOutcomeUnknown(error)

/** Errors after which the service may have the sent content already: a lost answer, or a race with another client. */
const mayBeSent = (error: unknown): boolean =>
  isOutcomeUnknown(error) ||
  (error instanceof KnownError && ['TOPO_CONFLICT', 'TOPO_SLUG_TAKEN'].includes(error.code))

/** Undefined if the service does not tell what it has now. */
const look = (client: Client, idOrSlug: string): Promise<{ script: Script | undefined } | undefined> =>
  readScript(client, idOrSlug).then(
    (script) => ({ script }),
    () => undefined,
  )

const isSurelyOwn = async ({ id, isPublic }: Script, client: Client): Promise<boolean> =>
  isPublic === false || (await ownScripts(client)).items.some((script) => script.id === id)

/**
 * Reads what a thin answer of a write omits. Another client may have changed the script since: then it stays unknown.
 * @param isSent true if this content can be what the service made of the write
 */
async function completed(
  answered: Partial<Script>,
  client: Client,
  sent: ScriptContent,
  idOrSlug: string,
  isSent: (stored: ScriptContent) => boolean,
  tellsRevisions = true,
): Promise<Script> {
  const { id, slug, code, updatedAt } = answered
  const known = { ...answered, slug: slug ?? sent.slug, name: answered.name ?? sent.name }
  const isThin = slug === undefined || code === undefined || (tellsRevisions && updatedAt === undefined)
  if (id !== undefined && !isThin) return { ...known, id }
  // The write is done, so a failed read is no failure of it.
  const ask = id === undefined ? readOnceVisible : readScript
  const read = await ask(client, id ?? idOrSlug).catch((error: unknown) => {
    if (id === undefined) throw error
    return undefined
  })
  const isKnown =
    read &&
    (updatedAt === undefined ? isSent(contentOf(read)) : isSameRevision(updatedAt, read.updatedAt ?? ''))
  // A script that has the slug may be that of a stranger.
  const own = id === undefined && read && (await isSurelyOwn(read, client)) ? read.id : undefined
  const knownId = id ?? own
  if (knownId === undefined) throw notVisible(sent.slug)
  return isKnown ? read : { ...known, id: knownId }
}

/** Milliseconds between questions for a script that the service accepted without an id. */
const askAgainMs = [300, 700, 1500]

async function readOnceVisible(client: Client, idOrSlug: string): Promise<Script | undefined> {
  for (const pause of askAgainMs) {
    const script = await readScript(client, idOrSlug)
    if (script) return script
    await wait(pause)
  }
  return readScript(client, idOrSlug)
}

const notVisible = (slug: string): KnownError =>
  refusedError(`The service accepted "${slug}", but does not show it yet.`, {
    code: 'TOPO_NOT_VISIBLE',
    retryable: true,
    hint: 'Run the same command again later: it finds the script by its slug.',
  })

function pick(content: ScriptContent, fields: readonly ContentField[]): Partial<ScriptContent> {
  const wanted = new Set(fields)
  return Object.fromEntries(
    CONTENT_FIELDS.filter((field) => wanted.has(field)).map((field) => [field, content[field]]),
  )
}
