/** Looks at the service as far as the plan needs it, and no further. */
import pLimit from 'p-limit'
import type { Client } from '../api/client.ts'
import { recognise, unrecognised } from './intents.ts'
import { needsContent, type PlanInput, type PlannedFile, type RemoteScript } from './plan.ts'
import { ownScripts, readScript, toRemote } from './remote.ts'
import type { Known } from './scope.ts'
import type { Shard } from './shard.ts'

/**
 * The caller's scripts by page, and in full only those that may have changed on either side: scripts that
 * are unchanged since the last sync cost no request of their own. What a run sent from here that was killed before
 * it had its answer is recognised.
 */
export async function survey(
  client: Client,
  files: readonly PlannedFile[],
  { records, intents }: Known,
  concurrency: number,
  shard?: Shard | undefined,
): Promise<PlanInput> {
  const { items } = await ownScripts(client)
  const listed = items.map(
    // A list without revisions matches no record, so that each of its scripts is read.
    ({ id, slug, updatedAt }): RemoteScript => ({ id, slug, updatedAt: updatedAt ?? '' }),
  )
  const limit = pLimit(concurrency)
  const wanted = [
    ...needsContent({ files, records, remotes: listed, shard }),
    ...unrecognised(records, intents, listed),
  ]
  const read = await Promise.all(
    [...new Set(wanted)].map(({ id }) =>
      limit(async () => {
        const script = await readScript(client, id)
        return [id, script && toRemote(script)] as const
      }),
    ),
  )
  const full = new Map(read)
  // What was deleted between the two reads is gone.
  const remotes = listed.flatMap((remote) => (full.has(remote.id) ? (full.get(remote.id) ?? []) : remote))
  return { files, records: recognise(records, intents, remotes), remotes, shard }
}
