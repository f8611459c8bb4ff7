/** `.topo/sending.ndjson`: what is about to be sent, written down first, so a run that was killed knows its own work again. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { ExitCode, KnownError } from '../../errors.ts'
import { readFileIfThere } from '../../limits/files.ts'
import { appendLine } from '../files/append.ts'
import { writeAtomic } from '../files/atomic.ts'
import { TOPO_FOLDER } from '../files/root.ts'
import { makeTopoFolder } from '../files/topo-folder.ts'
import type { RemoteScript } from '../remote/remote.ts'
import { contentHash } from '../script/content.ts'
import type { SyncRecords } from './sync-record.ts'

/** One script that is about to be sent. */
export interface Sending {
  /** Absent where it is created. */
  id?: string | undefined
  slug: string
  /** `contentHash` of what the service has once it has arrived. */
  hash: string
}

export interface Intent extends Sending {
  /** What it is sent from: the path of a file in the project, the source of an import, the slug that an assistant gives. */
  from: string
  /** Revision on record when it was sent; once the record has moved on, the intent says nothing any more. */
  base: string | null
}

/** Writes down what `create` and `update` are about to send. */
export type Intend = (sending: Sending) => Promise<void>

/** Each knows its own work only: what an assistant has sent is a stranger to the file of the same slug. */
export type Sender = 'project' | 'import' | 'assistant'

/**
 * What one sender has sent to one service and not been answered yet, as far as is known: lines are only added until
 * `sweep`, so each costs the same however many there are.
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

  /** On disk when it resolves. @throws KnownError `TOPO_WRITE_FAILED`: what cannot be written down is not sent. */
  add(intent: Intent): Promise<void> {
    return this.#append({ service: this.#service, sender: this.#sender, ...intent })
  }

  /** It was answered and is remembered: everything from there, or only what has that slug. */
  settle(from: string, slug?: string): Promise<void> {
    return this.#append({ service: this.#service, sender: this.#sender, from, slug, settled: true })
  }

  /** What may be on the service, oldest first. */
  async read(): Promise<Intent[]> {
    return (await readLines(this.file)).flatMap(({ service, sender, ...intent }) =>
      service === this.#service && sender === this.#sender ? [intent] : [],
    )
  }

  #append(line: object): Promise<void> {
    return inOrder(() => this.#write(line))
  }

  async #write(line: object): Promise<void> {
    try {
      await makeTopoFolder(this.#root)
      await appendLine(this.file, JSON.stringify(line))
    } catch (cause) {
      if (cause instanceof KnownError && cause.code !== 'TOPO_WRITE_FAILED') throw cause
      throw new KnownError(`topo cannot write down what it is about to send: ${this.file}.`, {
        code: 'TOPO_WRITE_FAILED',
        hint: 'Let topo write to this folder, where it keeps its state and backups, then run the command again.',
        exitCode: ExitCode.refused,
        cause,
      })
    }
  }
}

/** Throws away what is settled, of all services and senders. */
export function sweepIntents(root: string): Promise<void> {
  return inOrder(async () => {
    const file = fileIn(root)
    const left = await readLines(file)
    if (left.length > 0) await writeAtomic(file, left.map(lineOf).join(''), { durable: false })
    // What cannot be thrown away does no harm.
    else await rm(file, { force: true }).catch(() => {})
  })
}

let last: Promise<unknown> = Promise.resolve()

/** One after the other, so a sweep loses no line, and scripts are sent in the order in which they come. */
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work)
  last = next.catch(() => {})
  return next
}

const fileIn = (root: string): string => path.join(root, TOPO_FOLDER, 'sending.ndjson')

const lineOf = (line: object): string => `${JSON.stringify(line)}\n`

/**
 * The records as they would be if no run had been killed: a script that is on the service just as it was about to be
 * sent from here has arrived. Without a revision, so a plan brings the record up to date.
 */
export function recognise(
  records: SyncRecords,
  intents: readonly Intent[],
  remotes: readonly RemoteScript[],
): SyncRecords {
  const known = { ...records }
  const byId = new Map(remotes.map((remote) => [remote.id, remote]))
  const bySlug = new Map(remotes.map((remote) => [remote.slug, remote]))
  const recorded = new Map(Object.entries(records).map(([file, record]) => [record.id, { file, record }]))
  for (const intent of intents) {
    const remote = intent.id === undefined ? bySlug.get(intent.slug) : byId.get(intent.id)
    if (remote?.content === undefined || contentHash(remote.content) !== intent.hash) continue
    const { file: before, record } = recorded.get(remote.id) ?? {}
    if ((record?.updatedAt ?? null) !== intent.base || record?.hash === intent.hash) continue
    if (before !== undefined) delete known[before]
    known[intent.from] = { id: remote.id, slug: remote.slug, updatedAt: '', hash: intent.hash }
  }
  return known
}

/** The scripts that have to be read in full before `recognise` can decide: those that have changed since. */
export const unrecognised = (
  records: SyncRecords,
  intents: readonly Intent[],
  remotes: readonly RemoteScript[],
): RemoteScript[] => {
  const revisions = new Map(Object.values(records).map(({ id, updatedAt }) => [id, updatedAt]))
  const [ids, slugs] = [new Set(intents.map(({ id }) => id)), new Set(intents.map(({ slug }) => slug))]
  return remotes.filter(
    ({ id, slug, updatedAt }) => (ids.has(id) || slugs.has(slug)) && revisions.get(id) !== updatedAt,
  )
}

type Line = Intent & { service: string; sender: Sender }

/** A line that is torn, or that topo did not write, says nothing. */
async function readLines(file: string): Promise<Line[]> {
  const bytes = await readFileIfThere('record', file).catch((error: unknown) => {
    if (error instanceof KnownError) throw error
  })
  const open = new Map<string, Line[]>()
  for (const text of (bytes?.toString('utf8') ?? '').split('\n')) {
    const line = lineFrom(text)
    if (line === undefined) continue
    const sender = JSON.stringify([line.service, line.sender, line.from])
    const others = (open.get(sender) ?? []).filter((one) =>
      'settled' in line
        ? line.slug !== undefined && one.slug !== line.slug
        : JSON.stringify(one) !== JSON.stringify(line),
    )
    open.set(sender, 'settled' in line ? others : [...others, line])
  }
  return [...open.values()].flat()
}

type Settled = Pick<Line, 'service' | 'sender' | 'from'> & { slug?: string; settled: true }

function lineFrom(text: string): Line | Settled | undefined {
  try {
    const { service, sender, from, id, slug, base, hash, settled } = JSON.parse(text)
    if ([service, sender, from].some((value) => typeof value !== 'string')) return undefined
    if (settled === true) return { service, sender, from, settled, ...(typeof slug === 'string' && { slug }) }
    if (typeof slug !== 'string' || typeof hash !== 'string') return undefined
    if (base !== null && typeof base !== 'string') return undefined
    return { service, sender, from, slug, base, hash, ...(typeof id === 'string' && { id }) }
  } catch {
    return undefined
  }
}
