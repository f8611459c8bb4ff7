/** Creates and deletes one script, and recognises what is on the service already. */
import type { Client } from '../../api/client/client.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import { equalAfterTidying, type ScriptContent } from '../../project/script/content.ts'
import { contentHash } from '../../project/script/content-hash.ts'
import { isSameVersion, type SeenVersion } from '../remote/guard.ts'
import { contentOf, readScript, toRemote } from '../remote/read-remote.ts'
import type { Intend } from '../state/send-journal.ts'
import { backUp } from './backup.ts'
import { type WriteResult, writeOrFind } from './lost-write.ts'
import { completeAnswer, isSurelyOwn } from './thin-answer.ts'

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

export interface SendOptions {
  client: Client
  root: string
  /** Name of this run's backup folder. */
  stamp: string
  intend: Intend
  /** Takes the last intent back: nothing was written. */
  withdraw?: () => Promise<void>
}

/** Hash of what the service made of the sent content, if it answered with it. */
export function answeredHash(script: Script): string | undefined {
  return script.code === undefined ? undefined : contentHash(contentOf(script))
}

/**
 * Creates a script, after writing it to the journal. Succeeds even if the response is lost.
 * @throws KnownError `TOPO_SLUG_TAKEN` if the service gave it another slug
 */
export async function createScript(
  content: ScriptContent,
  { client, intend }: Pick<SendOptions, 'client' | 'intend'>,
): Promise<Sent> {
  await intend({ slug: content.slug, hash: contentHash(content) })
  const result = await createOrFind(content, client)
  if ('found' in result) return { script: result.found, wasThere: false }

  const { answered } = result
  const script = await completeAnswer(client, {
    answered,
    sent: content,
    idOrSlug: content.slug,
    // Nobody else knows the id of a new script, so what is read by it is what was sent.
    isSent: (stored) => answered.id !== undefined || equalAfterTidying(stored, content),
    tellsRevisions: true,
  })
  return script.slug === content.slug
    ? { script, wasThere: false }
    : withOtherSlug(script, content, client)
}

function createOrFind(
  content: ScriptContent,
  client: Client,
): Promise<WriteResult<Partial<Script>, Script>> {
  return writeOrFind(client, {
    idOrSlug: content.slug,
    send: () => create(content, client),
    resultIn: async (now) => (now && (await isCreated(now, content, client)) ? now : undefined),
    isUntouched: (now) => now === undefined,
  })
}

/** A script with this slug and content may be a copy of a stranger. */
async function isCreated(now: Script, content: ScriptContent, client: Client): Promise<boolean> {
  return equalAfterTidying(contentOf(now), content) && (await isSurelyOwn(now, client))
}

async function create(content: ScriptContent, client: Client): Promise<Partial<Script>> {
  const { readme, ...rest } = content
  const { item } = await client.scripts.create({ body: readme === null ? rest : content })
  return item
}

/**
 * The slug is taken, maybe by the same script of a simultaneous push. A clone without records finds no other slug, so it would
 * create the script again.
 */
async function withOtherSlug(script: Script, wanted: ScriptContent, client: Client): Promise<Sent> {
  const other = await readScript(client, wanted.slug)
  if (other?.id === script.id) return { script, wasThere: false }

  const isSame = other !== undefined && (await isSameScript(other, script, wanted.slug, client))
  await deleteScript(client, toRemote(script))
  if (isSame) return { script: other, wasThere: true }
  throw new KnownError(
    `The service named the script "${script.slug}" instead of "${wanted.slug}".`,
    {
      code: 'TOPO_SLUG_TAKEN',
      exitCode: ExitCode.conflict,
      hint: `It was deleted again. Set "slug: ${script.slug}" in the header of its file, or rename the file.`,
    },
  )
}

async function isSameScript(
  other: Script,
  made: Script,
  slug: string,
  client: Client,
): Promise<boolean> {
  const content = { ...contentOf(made), slug }
  return equalAfterTidying(contentOf(other), content) && (await isSurelyOwn(other, client))
}

/** Deletes a script in this version. A lost answer is no failure if it is gone. */
export async function deleteScript(
  client: Client,
  seen: SeenVersion & { readonly id: string },
): Promise<void> {
  const { id } = seen
  await writeOrFind(client, {
    idOrSlug: id,
    send: () => client.scripts.delete({ params: { id } }),
    resultIn: (now) => (now === undefined ? 'deleted' : undefined),
    isUntouched: (now) => now !== undefined && isSameVersion(seen, toRemote(now)),
  })
}

export async function backUpContent(
  content: ScriptContent,
  { root, stamp }: Pick<SendOptions, 'root' | 'stamp'>,
): Promise<void> {
  const data = `${JSON.stringify(content, null, 2)}\n`
  await backUp({ root, stamp, name: `${content.slug}.remote.json`, data })
}
