/** Reads scripts from the service, and converts them for the plan. */
import type { Client } from '../../api/client/client.ts'
import { type CountedList, readCountedList } from '../../api/client/read-list.ts'
import type { ListedScript, Script } from '../../api/resources/scripts.ts'
import { KnownError, refusedError } from '../../errors.ts'
import { DEFAULT_ENGINE_VERSION, type ScriptContent } from '../../project/script/content.ts'
import { contentHash } from '../../project/script/content-hash.ts'

/** The part of a remote script that a plan needs. */
export interface RemoteScript {
  id: string
  slug: string
  updatedAt: string
  /**
   * May be missing unless `needsContent` lists the script. If the service tidied what was sent at the last sync, and
   * nothing changed since, it is what was sent.
   */
  content?: ScriptContent | undefined
  /** Content on the service, where `content` is what was sent instead. */
  stored?: ScriptContent | undefined
  /** `contentHash` on the service, if this revision was read. */
  hash?: string | undefined
  /** A draft of a review, which has no file. */
  isDraft?: boolean
}

/**
 * Lists the caller's own scripts, at most `most`, with the total count.
 * @param isEnough reads no further page if the first one is enough
 */
export const ownScripts = (
  client: Client,
  most = Number.POSITIVE_INFINITY,
  isEnough?: (page: CountedList<ListedScript>) => Promise<boolean>,
): Promise<CountedList<ListedScript>> =>
  readCountedList({
    ask: ({ limit, offset, next }) => client.scripts.own({ query: { limit, offset }, next }),
    keyOf: ({ id }) => id,
    limit: most,
    isEnough,
    what: 'The list of your scripts',
  })

/** Reads a script in full; undefined if it does not exist or the caller may not see it. */
export async function readScript(client: Client, idOrSlug: string): Promise<Script | undefined> {
  try {
    return (await client.scripts.get({ params: { idOrSlug } })).item
  } catch (error) {
    if (error instanceof KnownError && error.code === 'TOPO_NOT_FOUND') return undefined
    throw error
  }
}

/** @throws KnownError `TOPO_NOT_FOUND`, or `TOPO_GATED` if the caller may not read the code. */
export const readAccessibleScript = async (client: Client, name: string): Promise<Script> =>
  requireReadable(client, await readScript(client, name), name)

/** The same for a script that was already read. */
export async function requireReadable(
  client: Client,
  script: Script | undefined,
  name: string,
): Promise<Script> {
  if (script === undefined)
    throw refusedError(`The script "${name}" does not exist, or you may not read it.`, {
      code: 'TOPO_NOT_FOUND',
      hint: 'Run "topo list" to see your scripts.',
    })
  if (script.userCanAccess !== false) return script
  throw refusedError(`You may not read the code of "${name}".`, {
    code: 'TOPO_GATED',
    hint: await accessHint(client, script),
  })
}

/** Says how to get access to a script. Names its bundle only if the service lists it: any script may have such a tag. */
export async function accessHint(client: Client, { tags }: Script): Promise<string> {
  const named = tags?.flatMap((tag) => /^category:([a-z0-9-]+)$/.exec(tag)?.[1] ?? []) ?? []
  if (named.length === 0) return NO_BUNDLE
  const bundles = await listedBundles(client)
  if (bundles === undefined)
    return 'Ask its owner for access. The service does not list its bundles, so no bundle can be named.'
  const bundle = named.map((slug) => `${slug}-cases`).find((id) => bundles.has(id))
  return bundle === undefined
    ? NO_BUNDLE
    : `Buy its bundle to read it: "topo billing buy ${bundle}".`
}

const NO_BUNDLE = 'No bundle contains it. Ask its owner for access.'

/** Undefined if the service does not tell them. */
async function listedBundles(client: Client): Promise<ReadonlySet<string> | undefined> {
  try {
    return new Set((await client.billing.bundles()).items.map(({ id }) => id))
  } catch (error) {
    if (error instanceof KnownError) return undefined
    throw error
  }
}

/** Converts a script of the service for the plan. Without a revision, it can be compared but not updated. */
export function toRemote(script: Script): RemoteScript {
  const { id, slug, updatedAt = '' } = script
  const content = contentOf(script)
  return { id, slug, updatedAt, content, hash: contentHash(content) }
}

/** Tag of the drafts that a review named `name` creates. Only they have it, so no other script is mistaken for one. */
export const draftTag = (name: string): string => `draft-${name}`

/** True for a draft of any review: its slug begins with the name in its tag. */
export const isReviewDraft = ({ slug, tags }: Pick<Script, 'slug' | 'tags'>): boolean =>
  tags?.some(
    (tag) => tag.startsWith(draftTag('')) && slug.startsWith(`${tag.slice(draftTag('').length)}-`),
  ) === true

/** Picks the fields that are synced. */
export function contentOf(script: Script): ScriptContent {
  return {
    slug: script.slug,
    name: script.name,
    description: script.description ?? '',
    type: script.type ?? 'topology',
    code: script.code ?? '',
    tags: script.tags ?? [],
    isPublic: script.isPublic ?? false,
    readme: script.readme || null,
    engineVersion: script.engineVersion ?? DEFAULT_ENGINE_VERSION,
  }
}
