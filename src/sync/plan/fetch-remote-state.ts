/** Fetches the remote state that a plan needs, with as few requests as possible. */

import pLimit, { type LimitFunction } from 'p-limit'
import type { Client } from '../../api/client/client.ts'
import type { CountedList } from '../../api/client/read-list.ts'
import type { ListedScript, Script } from '../../api/resources/scripts.ts'
import { endsRun, KnownError } from '../../errors.ts'
import { keyedBy } from '../../grouped.ts'
import { inShard, type Shard } from '../../project/select/shard.ts'
import { readUnlisted } from '../remote/find-unlisted.ts'
import { rememberRefusal } from '../remote/guard.ts'
import { OwnList, type Wanted } from '../remote/own-list.ts'
import { isReviewDraft, type RemoteScript, readScript, toRemote } from '../remote/read-remote.ts'
import type { RemoteHashes } from '../remote/remote-hashes.ts'
import type { SyncKnowledge } from '../state/limit-records.ts'
import { needsRecognition, recognise } from '../state/send-journal.ts'
import { byScript, type SyncRecord, type SyncRecords } from '../state/sync-record.ts'
import type { PlanInput, PlannedFile } from './input.ts'
import { isUnchanged, needsContent } from './plan.ts'

export interface FetchOptions extends SyncKnowledge {
  /** Maximum of concurrent requests. */
  concurrency: number
  shard?: Shard | undefined
  renames?: PlanInput['renames']
  /** Reads the whole list, as a pull does: it also wants scripts without a file. */
  wantsAll?: boolean
  /** Asks for every new script that the list lacks: their slugs are taken. */
  asksForNew?: boolean
}

/**
 * Lists the caller's scripts by page, or asks for each by its id or slug where that costs fewer requests. Reads in full only
 * those that may have changed on either side. Asks for scripts that the list lacks. A new script costs no request: the
 * service refuses a slug that is taken.
 * Recognises scripts that a killed run sent without receiving the response.
 *
 * @throws KnownError `TOPO_LIST_INCOMPLETE` if the service promised more scripts than it listed.
 */
export async function fetchRemoteState(
  client: Client,
  files: readonly PlannedFile[],
  options: FetchOptions,
): Promise<PlanInput> {
  const { records, key, intents, hashes, shard, renames } = options
  if (hashes.refusesGuard) rememberRefusal(client)
  const lacked = (list: CountedList<ListedScript>) => unlistedOf(files, list, options)
  const own = await OwnList.read(client, hashes, (list) =>
    options.wantsAll ? undefined : lacked(list),
  )
  const first = own.list
  const listed = first.items.map(({ id, slug, tags, updatedAt = '' }): RemoteScript => {
    // Without a revision in the list, no record matches, so each script is read.
    const remote = { id, slug, updatedAt }
    return { ...remote, hash: hashes.of(remote), isDraft: isReviewDraft({ slug, tags }) }
  })
  const limit = pLimit(options.concurrency)
  const unlisted = await readAll(lacked(first), limit, hashes, (lackedScript) =>
    readUnlisted(client, own.isOwn, lackedScript),
  )
  const allListed = [...listed, ...unlisted]
  if (!first.isPart) hashes.keepOnly(new Set(allListed.map(({ id }) => id)))
  const wanted = new Set([
    ...needsContent({ files, records, remotes: listed, renames, shard }),
    ...needsRecognition(records, intents, listed),
  ])
  const read = await readAll([...wanted], limit, hashes, ({ id }) => readScript(client, id))
  const full = keyedBy(read, ({ id }) => id)
  // Drop scripts that were deleted after the list.
  const found = listed.flatMap((remote) =>
    wanted.has(remote) ? (full.get(remote.id) ?? []) : remote,
  )
  const raw = [...keyedBy([...found, ...unlisted], ({ id }) => id).values()]
  const recordOf = byScript(records)
  const remotes = await Promise.all(
    raw.map((remote) => asSent(remote, recordOf.get(remote.id)?.record, options.baseOf)),
  )
  const hiddenBy = () => hiddenIds(records, key, own.list.items, unlisted)
  if (hiddenBy().size > 0) await own.complete()
  const hidden = hiddenBy()
  const visible = remotes.filter(({ id }) => !hidden.has(id))
  return {
    files,
    records: recognise(records, intents, visible),
    remotes: visible,
    hidden,
    renames,
    shard,
  }
}

/**
 * Records of other users. A key belongs to the caller if the list contains a script that was synced with it. A
 * script that is readable but not listed is the caller's own only if it is private.
 */
function hiddenIds(
  records: SyncRecords,
  key: string | undefined,
  items: readonly ListedScript[],
  unlisted: readonly RemoteScript[],
): Set<string> {
  const seen = [...items, ...unlisted.filter(({ content }) => content?.isPublic === false)]
  const own = new Set(seen.map(({ id }) => id))
  const all = Object.values(records)
  const ownRecords = all.filter(({ id }) => own.has(id))
  const ownKeys = new Set([key, undefined, ...ownRecords.map((one) => one.key)])
  const foreign = all.filter((record) => !own.has(record.id) && !ownKeys.has(record.key))
  return new Set(foreign.map(({ id }) => id))
}

/** Files without a record that the list lacks. */
function newFiles(
  files: readonly PlannedFile[],
  { items }: CountedList<ListedScript>,
  { records, shard }: FetchOptions,
): PlannedFile[] {
  const slugs = new Set(items.map(({ slug }) => slug))
  const isNew = ({ path, slug }: PlannedFile) => !slugs.has(slug) && !Object.hasOwn(records, path)
  return files.filter((file) => isNew(file) && (shard === undefined || inShard(file.slug, shard)))
}

/** Recorded ids that the list lacks, and slugs of new files that a complete list would contain. */
function unlistedOf(
  files: readonly PlannedFile[],
  list: CountedList<ListedScript>,
  options: FetchOptions,
): Wanted[] {
  const { records, shard } = options
  const ids = new Set(list.items.map(({ id }) => id))
  const slugs = new Set(list.items.map(({ slug }) => slug))
  const byPath = keyedBy(files, ({ path }) => path)
  const recorded = Object.entries(records).flatMap(([path, record]) => {
    const { slug, hash } = byPath.get(path) ?? {}
    const isOutside = shard && !inShard(slug ?? record.slug, shard)
    if (ids.has(record.id) || isOutside) return []
    const isNewSlug = slug !== undefined && !slugs.has(slug)
    return [{ id: record.id, ...(isNewSlug && { slug, hash }) }]
  })
  if (list.promised !== undefined && !isFirstPage(list) && !options.asksForNew) return recorded
  const added = newFiles(files, list, options)
  return [...recorded, ...added.map(({ slug, hash }) => ({ slug, hash }))]
}

const isFirstPage = ({ items, promised = 0 }: CountedList<ListedScript>): boolean =>
  items.length < promised

/** Reads scripts a few at a time; an error that ends the run says how far it came. */
async function readAll<T>(
  wanted: readonly T[],
  limit: LimitFunction,
  hashes: RemoteHashes,
  read: (one: T) => Promise<Script | undefined>,
): Promise<RemoteScript[]> {
  let count = 0
  const scripts = await Promise.all(
    wanted.map((one) =>
      limit(async () => {
        const script = await read(one)
        const remote = script && toRemote(script)
        if (remote?.hash) hashes.remember(remote, remote.hash)
        count++
        return remote ?? []
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
  return scripts.flat()
}

/** If the script did not change since the last sync, its content counts as what was sent: the service may have tidied it. */
export async function asSent(
  remote: RemoteScript,
  record: SyncRecord | undefined,
  baseOf: SyncKnowledge['baseOf'],
): Promise<RemoteScript> {
  if (!remote.content || !record || remote.hash === record.hash) return remote
  const isSame = isUnchanged(record, remote) || remote.hash === record.answered
  const sent = isSame ? await baseOf(record.hash) : undefined
  return sent ? { ...remote, content: sent, stored: remote.content } : remote
}
