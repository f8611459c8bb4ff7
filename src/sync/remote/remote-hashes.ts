/**
 * Caches in `.topo/remote.json` the content hash of each remote revision, so that none is read twice, a refused guard, and
 * the last push that succeeded.
 */
import path from 'node:path'
import * as z from 'zod/mini'
import { KnownError } from '../../errors.ts'
import { writeAtomic } from '../../files/atomic.ts'
import { decodeText } from '../../files/decode.ts'
import { TOPO_FOLDER } from '../../files/root.ts'
import { makeTopoFolder } from '../../files/topo-folder.ts'
import { readFileIfExists } from '../../limits/files.ts'
import { tryParseJson } from '../../text/parse-json.ts'
import { isSameRevision } from './revision.ts'

const lastPushSchema = z.object({
  commit: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)),
  /** The part of the project that it pushed, and its key: a push of others cannot rely on it. */
  scope: z.string(),
  /** When all scripts were compared with the service, in milliseconds since 1970. */
  fullLook: z.number(),
  /** The fingerprint of each script of the part, by its path. */
  fingerprints: z.record(z.string(), z.string()),
})
/** The last push that succeeded. */
export type LastPush = z.output<typeof lastPushSchema>

const revisionSchema = z.object({
  updatedAt: z.string(),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** This project sent this content, or had the same. */
  synced: z.optional(z.boolean()),
})

const savedFile = z.catch(
  z.record(
    z.string(),
    z.object({
      hashes: z.catch(z.record(z.string(), z.catch(z.optional(revisionSchema), undefined)), {}),
      refusesGuard: z.catch(z.boolean(), false),
      lastPush: z.catch(z.optional(lastPushSchema), undefined),
    }),
  ),
  {},
)

/** By script id: the revision and its `contentHash`. */
type Hashes = Map<string, z.output<typeof revisionSchema>>

interface Known {
  hashes: Hashes
  /** The service refuses the key `expectedUpdatedAt`. */
  refusesGuard: boolean
  lastPush?: LastPush | undefined
}

/**
 * The cache of one service. It saves requests: a fresh clone with this cache, as in CI, reads only what has changed. The
 * plan is the same with and without it. It also knows which remote versions came from this project.
 */
export class RemoteHashes {
  refusesGuard: boolean
  lastPush: LastPush | undefined
  readonly #root: string
  readonly #service: string
  readonly #hashes: Hashes
  #saved: Pick<Known, 'refusesGuard' | 'lastPush'>
  #changed = false

  private constructor(root: string, service: string, known: Known) {
    this.#root = root
    this.#service = service
    this.#hashes = known.hashes
    this.#saved = known
    this.refusesGuard = known.refusesGuard
    this.lastPush = known.lastPush
  }

  static async open(root: string, service: string): Promise<RemoteHashes> {
    const known = (await readAll(root)).get(service) ?? { hashes: new Map(), refusesGuard: false }
    return new RemoteHashes(root, service, known)
  }

  of({ id, updatedAt }: { id: string; updatedAt: string }): string | undefined {
    const known = this.#hashes.get(id)
    return updatedAt !== '' && known && isSameRevision(known.updatedAt, updatedAt)
      ? known.hash
      : undefined
  }

  /** Number of scripts whose content is known. */
  get size(): number {
    return this.#hashes.size
  }

  get contents(): Set<string> {
    const revisions = [...this.#hashes.values()].filter(({ updatedAt }) => updatedAt !== '')
    return new Set(revisions.map(({ hash }) => hash))
  }

  /** True for a script that this project synced or read as its own. */
  knows(id: string): boolean {
    return this.#hashes.has(id)
  }

  /** True if the remote content is what this project had at its last sync, whatever its revision. */
  isSynced({ id, hash }: { id: string; hash?: string | undefined }): boolean {
    const known = this.#hashes.get(id)
    return known?.synced === true && known.hash === hash
  }

  remember({ id, updatedAt }: { id: string; updatedAt: string }, hash: string): void {
    this.#set(id, { updatedAt, hash, synced: this.isSynced({ id, hash }) })
  }

  /** The same for content that this project has too. */
  rememberSynced({ id, updatedAt }: { id: string; updatedAt: string }, hash: string): void {
    this.#set(id, { updatedAt, hash, synced: true })
  }

  #set(id: string, { updatedAt, hash, synced }: z.output<typeof revisionSchema>): void {
    // Without a revision, only the last sync is worth remembering.
    if (updatedAt === '' && !synced) return
    if (this.of({ id, updatedAt }) === hash && this.#hashes.get(id)?.synced === synced) return
    this.#hashes.set(id, { updatedAt, hash, ...(synced && { synced }) })
    this.#changed = true
  }

  /** Drops scripts that no longer exist on the service. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const id of this.#hashes.keys()) {
      if (!ids.has(id)) this.#changed = this.#hashes.delete(id)
    }
  }

  /** Ignores write errors: without the cache, the next run only sends more requests. */
  async save(): Promise<void> {
    const { refusesGuard, lastPush } = this
    const isSaved = refusesGuard === this.#saved.refusesGuard && lastPush === this.#saved.lastPush
    if (isSaved && !this.#changed) return
    this.#changed = false
    this.#saved = { refusesGuard, lastPush }
    try {
      await makeTopoFolder(this.#root)
      const known = { hashes: this.#hashes, refusesGuard, lastPush }
      const all = (await readAll(this.#root)).set(this.#service, known)
      const services = Object.fromEntries(
        [...all].map(([service, cached]) => [
          service,
          {
            hashes: Object.fromEntries(cached.hashes),
            ...(cached.refusesGuard && { refusesGuard: true }),
            lastPush: cached.lastPush,
          },
        ]),
      )
      await writeAtomic(fileIn(this.#root), `${JSON.stringify(services)}\n`, { durable: false })
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
    }
  }
}

const fileIn = (root: string): string => path.join(root, TOPO_FOLDER, 'remote.json')

/** Ignores everything that topo did not write. */
async function readAll(root: string): Promise<Map<string, Known>> {
  const bytes = await readFileIfExists('record', fileIn(root)).catch(() => undefined)
  const services = savedFile.parse(tryParseJson((bytes && decodeText(bytes).text) ?? ''))
  return new Map(
    Object.entries(services).map(([service, { hashes, ...known }]) => [
      service,
      {
        ...known,
        hashes: definedEntries(hashes),
      },
    ]),
  )
}

function definedEntries<T>(record: Readonly<Record<string, T | undefined>>): Map<string, T> {
  const entries = new Map<string, T>()
  for (const [key, value] of Object.entries(record)) {
    if (value !== undefined) entries.set(key, value)
  }
  return entries
}
