/** Lists the versions of a script and restores one. */
import type { Client } from '../client.ts'
import type { UntypedRecord } from '../envelope.ts'
import type { Script } from '../resources/scripts.ts'
import { orUnsupported, orUnsupportedThing } from '../unsupported.ts'
import { readUntypedList, type UntypedPage } from '../untyped.ts'

/** Newest first, at most `limit`. */
export function readVersions(
  client: Client,
  { id }: Script,
  limit: number,
): Promise<{ items: UntypedRecord[]; totalCount: number }> {
  const ask = (page: UntypedPage) => client.versions.list({ params: { id }, ...page })
  return orUnsupported('versions of scripts', () => readUntypedList(ask, limit))
}

/** Guarded by the revision, so that a simultaneous change becomes a conflict instead of being lost. */
export async function restoreVersion(client: Client, script: Script, versionNumber: number): Promise<void> {
  const params = { id: script.id, versionNumber: String(versionNumber) }
  const body = script.updatedAt === undefined ? {} : { expectedUpdatedAt: script.updatedAt }
  await orUnsupportedThing('restoring of versions', () => client.versions.restore({ params, body }))
}
