/** The versions of a script: lists them and restores one. */
import type { Client } from '../client.ts'
import type { Script } from '../resources/scripts.ts'
import { orUnsupported } from '../unsupported.ts'
import { readList, type UntypedRecord } from '../untyped.ts'

/** The newest first, at most `limit` of them. */
export function readVersions(
  client: Client,
  { id }: Script,
  limit: number,
): Promise<{ items: UntypedRecord[]; totalCount: number }> {
  const ask = (query: object) => client.versions.list({ params: { id }, query })
  return orUnsupported('versions of scripts', () => readList(ask, limit))
}

/** Guarded by the revision: a change that somebody makes meanwhile is a conflict, and not lost. */
export async function restoreVersion(client: Client, script: Script, versionNumber: number): Promise<void> {
  const params = { id: script.id, versionNumber: String(versionNumber) }
  const body = script.updatedAt === undefined ? {} : { expectedUpdatedAt: script.updatedAt }
  await orUnsupported(`version ${versionNumber} of ${script.slug}`, () =>
    client.versions.restore({ params, body }),
  )
}
