/** What the service has, in the project's terms, read by page. */
import type { Client } from '../../api/client.ts'
import { type List, readList } from '../../api/read-list.ts'
import type { ListedScript, Script } from '../../api/resources/scripts.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import type { ScriptContent } from '../script/content.ts'

/** A script of the service, as far as a plan needs it. */
export interface RemoteScript {
  id: string
  slug: string
  updatedAt: string
  /** May be missing for what `needsContent` did not ask for. */
  content?: ScriptContent | undefined
  /** Of its content, where this revision was read before. */
  hash?: string | undefined
}

/** The caller's own scripts, at most `limit` of them, and how many there are in all. */
export const ownScripts = (client: Client, limit = Number.POSITIVE_INFINITY): Promise<List<ListedScript>> =>
  readList({
    ask: ({ limit, offset }) => client.scripts.own({ query: { limit, offset } }),
    keyOf: ({ id }) => id,
    limit,
    what: 'The list of your scripts',
  })

/** A script in full, or undefined where there is none that the caller may see. */
export async function readScript(client: Client, idOrSlug: string): Promise<Script | undefined> {
  try {
    return (await client.scripts.get({ params: { idOrSlug } })).item
  } catch (error) {
    if (error instanceof KnownError && error.code === 'TOPO_NOT_FOUND') return undefined
    throw error
  }
}

/** @throws KnownError `TOPO_NOT_FOUND`, or `TOPO_GATED` where its code is for others. */
export const readableScript = async (client: Client, name: string): Promise<Script> =>
  readable(await readScript(client, name), name)

/** The same for a script that was read, or looked for. */
export function readable(script: Script | undefined, name: string): Script {
  if (script && script.userCanAccess !== false) return script
  throw new KnownError(
    script
      ? `The code of "${name}" is for its owners only.`
      : `There is no script "${name}" that you may read.`,
    {
      code: script ? 'TOPO_GATED' : 'TOPO_NOT_FOUND',
      exitCode: ExitCode.refused,
      hint: script ? 'Buy its bundle to read it.' : 'Run "topo script list" to see your scripts.',
    },
  )
}

/**
 * A script of the service as the plan sees it.
 * @throws KnownError `TOPO_NO_REVISION` where the service gives no `updatedAt`: nothing can be guarded then.
 */
export function toRemote(script: Script): RemoteScript {
  const { id, slug, updatedAt } = script
  if (updatedAt === undefined) {
    throw new KnownError(`The service gives no revision (updatedAt) for "${slug}".`, {
      code: 'TOPO_NO_REVISION',
      exitCode: ExitCode.refused,
      hint: 'Without it a push could overwrite a colleague, so topo does not sync with this service.',
    })
  }
  return { id, slug, updatedAt, content: contentOf(script) }
}

/** The fields that are synced. */
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
    engineVersion: script.engineVersion ?? '1.0',
  }
}
