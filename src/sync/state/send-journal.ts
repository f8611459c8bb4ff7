/** Journal of sends, `.topo/sending.ndjson`: written before each send, so that the next run recognises the work of a killed run. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { appendLine, readAppended } from '../../files/append.ts'
import { writeAtomic, writeFailure } from '../../files/atomic.ts'
import { TOPO_FOLDER } from '../../files/root.ts'
import { makeTopoFolder } from '../../files/topo-folder.ts'
import { contentHash } from '../../project/script/content-hash.ts'
import type { RemoteScript } from '../remote/read-remote.ts'
import { isSameRevision } from '../remote/revision.ts'
import { byScript, type SyncRecords } from './sync-record.ts'

const sending = z.object({
  /** Absent for a create. */
  id: z.optional(z.string()),
  slug: z.string(),
  /** `contentHash` of the remote script after the send. */
  hash: z.string(),
})
/** One script to be sent. */
export type Sending = z.output<typeof sending>

const intentSchema = z.extend(sending, {
  /** Source: the path of a project file, the source of an import, or the slug from an assistant. */
  from: z.string(),
  /** Recorded revision at the time of the send; if the record changed since, the intent is void. */
  base: z.nullable(z.string()),
})
export type Intent = z.output<typeof intentSchema>

/** Records an intent before `create` and `update` send it. */
export type Intend = (sending: Sending) => Promise<void>

/** Each sender reads only its own intents: a send of an assistant does not belong to a file with the same slug. */
export type Sender = 'project' | 'import' | 'assistant'

/**
 * Unanswered sends of one sender to one service. Lines are only appended until `sweepIntents`, so the cost of each
 * does not depend on their number.
 */
export class Intents {
  readonly file: string
  readonly #root: string
  readonly #service: string
  readonly #sender: Sender

  constructor(root: string, service: string, sender: Sender) {
    this.#root = root
    this.#service = service
    this.#sender = sender
    this.file = fileIn(root)
  }

  /** Resolves once on disk. @throws KnownError `TOPO_WRITE_FAILED`: then nothing must be sent. */
  add(intent: Intent): Promise<void> {
    return this.#append({ service: this.#service, sender: this.#sender, ...intent })
  }

  /** Marks intents from this source as done: all, or only those with this slug. */
  settle(from: string, slug?: string): Promise<void> {
    return this.#append({ service: this.#service, sender: this.#sender, from, slug, settled: true })
  }

  /** Open intents, oldest first. */
  async read(): Promise<Intent[]> {
    return (await openLines(this.file)).flatMap(({ service, sender, ...intent }) =>
      service === this.#service && sender === this.#sender ? [intent] : [],
    )
  }

  #append(line: object): Promise<void> {
    return serialize(() => this.#write(line))
  }

  async #write(line: object): Promise<void> {
    try {
      await makeTopoFolder(this.#root)
      appendLine(this.file, JSON.stringify(line))
    } catch (cause) {
      const hint =
        'This script was not sent. Make the folder writable: it stores state and backups. Then retry.'
      throw writeFailure(cause, `Cannot write the journal of sends: ${this.file}.`, hint)
    }
  }
}

/** Removes settled intents of all services and senders. */
export function sweepIntents(root: string): Promise<void> {
  return serialize(async () => {
    const file = fileIn(root)
    const left = await openLines(file)
    const text = left.map(lineOf).join('')
    if (left.length > 0) await writeAtomic(file, text, { durable: false })
    // A file that cannot be removed does no harm.
    else await rm(file, { force: true }).catch(() => {})
  })
}

let last: Promise<unknown> = Promise.resolve()

/** Serialises writes, so that a sweep loses no line and intents keep their order. */
function serialize<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work)
  last = next.catch(() => {})
  return next
}

const fileIn = (root: string): string => path.join(root, TOPO_FOLDER, 'sending.ndjson')

const lineOf = (line: object): string => `${JSON.stringify(line)}\n`

/**
 * Adds the records that killed runs could not write: a remote script with the content of an intent has
 * arrived. These records have no revision, so that a plan updates them.
 */
export function recognise(
  records: SyncRecords,
  intents: readonly Intent[],
  remotes: readonly RemoteScript[],
): SyncRecords {
  const known = { ...records }
  const byId = new Map(remotes.map((remote) => [remote.id, remote]))
  const bySlug = new Map(remotes.map((remote) => [remote.slug, remote]))
  const recorded = byScript(records)
  for (const intent of intents) {
    const remote = intent.id === undefined ? bySlug.get(intent.slug) : byId.get(intent.id)
    if (remote?.content === undefined || contentHash(remote.content) !== intent.hash) continue
    const { path: before, record } = recorded.get(remote.id) ?? {}
    if ((record?.updatedAt ?? null) !== intent.base || record?.hash === intent.hash) continue
    if (before !== undefined) delete known[before]
    known[intent.from] = {
      id: remote.id,
      slug: remote.slug,
      updatedAt: '',
      hash: intent.hash,
    }
  }
  return known
}

/** Lists the scripts to read in full before `recognise` can decide: those that changed since. */
export const needsRecognition = (
  records: SyncRecords,
  intents: readonly Intent[],
  remotes: readonly RemoteScript[],
): RemoteScript[] => {
  const revisions = new Map<string, string>()
  for (const { id, updatedAt } of Object.values(records)) revisions.set(id, updatedAt)
  const ids = new Set(intents.map(({ id }) => id))
  const slugs = new Set(intents.map(({ slug }) => slug))
  return remotes.filter(({ id, slug, updatedAt }) => {
    const isIntended = ids.has(id) || slugs.has(slug)
    return isIntended && !isSameRevision(revisions.get(id) ?? '', updatedAt)
  })
}

const owner = { service: z.string(), sender: z.string() }
const lineSchema = z.extend(intentSchema, owner)
const anyLine = z.union([
  z.object({
    ...owner,
    from: z.string(),
    slug: z.optional(z.string()),
    settled: z.literal(true),
  }),
  lineSchema,
])

/** The intents that no later line settles. */
async function openLines(file: string) {
  const open = new Map<string, z.output<typeof lineSchema>[]>()
  for (const one of await readAppended(file, anyLine)) {
    const sender = JSON.stringify([one.service, one.sender, one.from])
    const others = (open.get(sender) ?? []).filter((other) =>
      'settled' in one
        ? one.slug !== undefined && other.slug !== one.slug
        : JSON.stringify(other) !== JSON.stringify(one),
    )
    open.set(sender, 'settled' in one ? others : [...others, one])
  }
  return [...open.values()].flat()
}
