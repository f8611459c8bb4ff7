/** Lists the versions of a script and restores one. */
import type { Client } from '../client.ts'
import type { UntypedRecord } from '../envelope.ts'
import type { Script } from '../resources/scripts.ts'
import { orUnsupported } from '../unsupported.ts'
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
