/** Finds scripts of the caller that the list lacks: some services list late or in part. */
import type { Client } from '../../api/client/client.ts'
import type { CountedList } from '../../api/client/read-list.ts'
import type { ListedScript, Script } from '../../api/resources/scripts.ts'
import { ExitCode, KnownError, refusedError } from '../../errors.ts'
import { readScript } from './read-remote.ts'

/**
 * @throws KnownError `TOPO_LIST_INCOMPLETE` if the service promised more scripts than it listed, or scripts left the list
 *   each time that it was read
 */
export function assertComplete({ items, promised, hasShifted }: CountedList<ListedScript>): void {
  if (hasShifted) {
    throw incomplete('The list of your scripts changed each time that topo read it.', true)
  }
  if (promised === undefined || items.length >= promised) return
  throw incomplete(
    `The service says that you have ${promised} scripts, but its list contains only ${items.length}.`,
    false,
  )
}

const incomplete = (message: string, retryable: boolean): KnownError =>
  refusedError(message, {
    code: 'TOPO_LIST_INCOMPLETE',
    retryable,
    hint: 'Nothing was changed: an incomplete list would look like deleted scripts. Run the command again; if it fails again, run "topo doctor --service".',
  })

/**
 * Asks for a script of the caller that is not in the list: by the id of its sync record, then by slug.
 * @param isOwn decides about a script that was found by its slug
 * @returns undefined if it does not exist, or belongs to another user
 */
export async function readUnlisted(
  client: Client,
  isOwn: (script: Script) => boolean | Promise<boolean>,
  { id, slug }: { id?: string | undefined; slug?: string | undefined },
): Promise<Script | undefined> {
  const byId = id === undefined ? undefined : await readIfUsable(client, id)
  if (byId || slug === undefined) return byId
  const bySlug = await readIfUsable(client, slug)
  return bySlug && (await isOwn(bySlug)) ? bySlug : undefined
}

/** The service accepted this key for the list, so a refusal means that the caller has no such script. */
async function readIfUsable(client: Client, idOrSlug: string): Promise<Script | undefined> {
  try {
    return await readScript(client, idOrSlug)
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    const { status = 0, exitCode } = error
    if (status >= 400 && (exitCode === ExitCode.refused || exitCode === ExitCode.auth))
      return undefined
    throw error
  }
}

/** Fields in which services name the owner. */
const ownerFields = ['ownerId', 'userId', 'authorId', 'createdBy', 'owner', 'author', 'user']

/** True unless the script surely belongs to another user: strangers see public scripts, which a complete list lacks. */
export const mayBeOwn = (script: Script, own: CountedList<ListedScript>): boolean =>
  isProvedOwn(script, own) ?? own.promised === undefined

/** Undefined if nothing but the whole list can tell. */
export function isProvedOwn(
  script: Script,
  { items }: CountedList<ListedScript>,
): boolean | undefined {
  if (script.isPublic === false || items.some(({ id }) => id === script.id)) return true
  const [mine] = items
  const field = ownerFields.find((name) => script[name] !== undefined && mine?.[name] !== undefined)
  if (mine === undefined || field === undefined) return undefined
  return JSON.stringify(script[field]) === JSON.stringify(mine[field])
}
