/** Completes the answer of a write: a service may answer with less than the script. */
import type { Client } from '../../api/client/client.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { type KnownError, refusedError } from '../../errors.ts'
import type { ScriptContent } from '../../project/script/content.ts'
import { contentOf, ownScripts, readScript } from '../remote/read-remote.ts'
import { isSameRevision } from '../remote/revision.ts'

export interface WriteAnswer {
  /** The answer of the service, which may be empty. */
  readonly answered: Partial<Script>
  /** The content that was sent. */
  readonly sent: ScriptContent
  /** Finds the script if the answer has no id. */
  readonly idOrSlug: string
  /** True if this content can be what the service made of the write. */
  readonly isSent: (stored: ScriptContent) => boolean
  /** False for a service that never tells revisions, so that none is missed. */
  readonly tellsRevisions: boolean
}

/**
 * Returns the script after a write. Has no `updatedAt` and no `code` if the service answered without them, and another client
 * changed the script since.
 *
 * @throws KnownError `TOPO_NOT_VISIBLE` if the service answered without an id, and does not show the script
 */
export async function completeAnswer(client: Client, written: WriteAnswer): Promise<Script> {
  const { answered } = written
  if (answered.id === undefined) return findWritten(client, written)

  const known = knownOf(written, answered.id)
  if (isComplete(written)) return known
  // The write is done, so a failed read is no failure of it.
  const read = await readScript(client, answered.id).catch(() => undefined)
  return read && isResult(read, written) ? read : known
}

/** Without an id, only a script that is surely the user's own is taken for the written one: a stranger's may have the slug. */
async function findWritten(client: Client, written: WriteAnswer): Promise<Script> {
  const read = await readOnceVisible(client, written.idOrSlug)
  if (read === undefined || !(await isSurelyOwn(read, client))) throw notVisible(written.sent.slug)
  return isResult(read, written) ? read : knownOf(written, read.id)
}

function knownOf({ answered, sent }: WriteAnswer, id: string): Script {
  return { ...answered, id, slug: answered.slug ?? sent.slug, name: answered.name ?? sent.name }
}

function isComplete({ answered, tellsRevisions }: WriteAnswer): boolean {
  if (answered.slug === undefined || answered.code === undefined) return false
  return answered.updatedAt !== undefined || !tellsRevisions
}

function isResult(read: Script, { answered, isSent }: WriteAnswer): boolean {
  if (answered.updatedAt === undefined) return isSent(contentOf(read))
  return isSameRevision(answered.updatedAt, read.updatedAt ?? '')
}

/** True for a private script, which only its owner sees, and for one in the user's list. */
export async function isSurelyOwn({ id, isPublic }: Script, client: Client): Promise<boolean> {
  if (isPublic === false) return true
  const { items } = await ownScripts(client)
  return items.some((script) => script.id === id)
}

/** Milliseconds between questions for a script that the service accepted without an id. */
const PAUSES = [300, 700, 1500]

async function readOnceVisible(client: Client, idOrSlug: string): Promise<Script | undefined> {
  for (const pause of PAUSES) {
    const script = await readScript(client, idOrSlug)
    if (script) return script
    await client.clock.wait(pause)
  }
  return readScript(client, idOrSlug)
}

function notVisible(slug: string): KnownError {
  return refusedError(`The service accepted "${slug}", but does not show it yet.`, {
    code: 'TOPO_NOT_VISIBLE',
    retryable: true,
    hint: 'Run the same command again later: it finds the script by its slug.',
  })
}
