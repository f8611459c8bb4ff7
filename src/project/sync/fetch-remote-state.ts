/** Fetches the remote state that a plan needs, with as few requests as possible. */
import pLimit from 'p-limit'
import type { Client } from '../../api/client.ts'
import { endsRun, KnownError } from '../../errors.ts'
import type { PlanInput, PlannedFile } from '../plan/input.ts'
import { needsContent } from '../plan/plan.ts'
import { ownScripts, type RemoteScript, readScript, toRemote } from '../remote/read-remote.ts'
import { contentHash } from '../script/content.ts'
import type { Shard } from '../select/shard.ts'
import type { SyncKnowledge } from '../state/limit-records.ts'
import { needsRecognition, recognise } from '../state/send-journal.ts'

/**
 * Lists the caller's scripts by page, and reads in full only those that may have changed on either side.
 * A script that is unchanged since the last sync costs no extra request. Recognises scripts that a killed run
 * sent without receiving the response.
 */
export async function fetchRemoteState(
  client: Client,
  files: readonly PlannedFile[],
  { records, intents, hashes }: SyncKnowledge,
  concurrency: number,
  shard?: Shard | undefined,
): Promise<PlanInput> {
  const { items } = await ownScripts(client)
  hashes.keepOnly(new Set(items.map(({ id }) => id)))
  const listed = items.map(({ id, slug, updatedAt = '' }): RemoteScript => {
    // Without a revision in the list, no record matches, so each script is read.
    const remote = { id, slug, updatedAt }
    return { ...remote, hash: hashes.of(remote) }
  })
  const limit = pLimit(concurrency)
  const wanted = [
    ...new Set([
      ...needsContent({ files, records, remotes: listed, shard }),
      ...needsRecognition(records, intents, listed),
    ]),
  ]
  let count = 0
  const read = await Promise.all(
    wanted.map(({ id }) =>
      limit(async () => {
        const script = await readScript(client, id)
        const remote = script && toRemote(script)
        if (remote?.content) hashes.remember(remote, contentHash(remote.content))
        count++
        return [id, remote] as const
      }),
    ),
  ).catch(async (error: unknown) => {
    limit.clearQueue()
    // The next run does not read them again.
    await hashes.save()
    if (!(error instanceof KnownError) || !endsRun(error)) throw error
    const rest = `${count} of ${wanted.length} scripts were read. Run the same command again to resume; they are not read again.`
    throw error.withHint(`${rest} ${error.hint ?? ''}`.trim())
  })
  const full = new Map(read)
  // Drop scripts that were deleted after the list.
  const remotes = listed.flatMap((remote) => (full.has(remote.id) ? (full.get(remote.id) ?? []) : remote))
  return { files, records: recognise(records, intents, remotes), remotes, shard }
}
