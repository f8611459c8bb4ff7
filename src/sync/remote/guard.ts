/** Guards a write: it must not replace a version of a script that the plan did not see. */

import { orUnsupportedThing } from '../../api/answers/unsupported.ts'
import type { Client } from '../../api/client/client.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import { contentHash } from '../../project/script/content-hash.ts'
import { type RemoteScript, readScript, toRemote } from './read-remote.ts'
import { isSameRevision } from './revision.ts'

/** The version that a write replaces: its revision where the service tells one, and its content where that was read. */
export type SeenVersion = Pick<RemoteScript, 'updatedAt' | 'hash' | 'content' | 'stored'>

/** The revision to replace; absent where the service tells none, or refuses the key. */
export type Guard = { expectedUpdatedAt?: string }

/** Neither `updatedAt` nor `expectedUpdatedAt` is in the service's document, so a service with strict bodies refuses the key. */
const refusesKey = new WeakSet<Client>()
export const refusesGuard = (client: Client): boolean => refusesKey.has(client)
/** Called with what an earlier run learned of the address. */
export const rememberRefusal = (client: Client): void => void refusesKey.add(client)

/**
 * Sends a write with the revision to replace. Without a revision, and where the service refuses the key, reads the script
 * immediately before the write instead, and compares its content.
 *
 * @throws KnownError `TOPO_CONFLICT` if the script changed
 */
export async function guardedWrite<T>(
  client: Client,
  id: string,
  seen: SeenVersion,
  write: (guard: Guard) => Promise<T>,
): Promise<T> {
  if (seen.updatedAt !== '' && !refusesKey.has(client)) {
    try {
      return await write({ expectedUpdatedAt: seen.updatedAt })
    } catch (error) {
      if (!namesKey(error)) throw error
      refusesKey.add(client)
    }
  }
  const script = await readScript(client, id)
  if (!script || !isSameVersion(seen, toRemote(script))) throw changedMeanwhile(script?.slug ?? id)
  return write({})
}

/** Restores the code of a script from one of its versions: a simultaneous change becomes a conflict instead of being lost. */
export async function restoreVersion(
  client: Client,
  script: Script,
  versionNumber: number,
): Promise<void> {
  const params = { id: script.id, versionNumber: String(versionNumber) }
  await guardedWrite(client, script.id, toRemote(script), (body) =>
    orUnsupportedThing('restoring of versions', () => client.versions.restore({ params, body })),
  )
}

/** True if nothing changed between two reads. The content decides where one of them has no revision. */
export function isSameVersion(seen: SeenVersion, now: SeenVersion): boolean {
  const before = hashOf(seen)
  const after = hashOf(now)
  if (before !== undefined && after !== undefined) return before === after
  return isSameRevision(seen.updatedAt, now.updatedAt)
}

/** Hash of the content on the service, if it was read. */
function hashOf({ hash, stored, content }: SeenVersion): string | undefined {
  const read = stored ?? content
  return hash ?? (read && contentHash(read))
}

const namesKey = (error: unknown): boolean =>
  error instanceof KnownError &&
  [400, 422].includes(error.status ?? 0) &&
  `${error.message} ${JSON.stringify(error.details)}`.includes('expectedUpdatedAt')

const changedMeanwhile = (slug: string): KnownError =>
  new KnownError(
    `"${slug}" changed on the service since it was last read. Nothing was overwritten.`,
    {
      code: 'TOPO_CONFLICT',
      exitCode: ExitCode.conflict,
      hint: 'Read it again, and repeat the change on that version.',
    },
  )
