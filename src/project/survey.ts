/** Looks at the service as far as the plan needs it, and no further. */
import pLimit from 'p-limit'
import type { Client } from '../api/client.ts'
import { needsContent, type PlanInput, type PlannedFile, type RemoteScript } from './plan.ts'
import { ownScripts, readScript, toRemote } from './remote.ts'
import type { Shard } from './shard.ts'
import type { SyncRecords } from './state.ts'

/**
 * The caller's scripts by page, and in full only those that may have changed on either side: scripts that
 * are unchanged since the last sync cost no request of their own.
 */
export async function survey(
  client: Client,
  files: readonly PlannedFile[],
  records: SyncRecords,
  concurrency: number,
  shard?: Shard | undefined,
): Promise<PlanInput> {
  const { items } = await ownScripts(client)
  const listed = items.map(
    // A list without revisions matches no record, so that each of its scripts is read.
    ({ id, slug, updatedAt }): RemoteScript => ({ id, slug, updatedAt: updatedAt ?? '' }),
  )
  const limit = pLimit(concurrency)
  const wanted = needsContent({ files, records, remotes: listed, shard })
  const read = await Promise.all(
    wanted.map(({ id }) =>
      limit(async () => {
        const script = await readScript(client, id)
        return [id, script && toRemote(script)] as const
      }),
    ),
  )
  const full = new Map(read)
  // What was deleted between the two reads is gone.
  const remotes = listed.flatMap((remote) => (full.has(remote.id) ? (full.get(remote.id) ?? []) : remote))
  return { files, records, remotes, shard }
}
