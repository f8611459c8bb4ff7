/** Reads and writes the sync records in `.topo/state.json`. */

import { access, constants, stat } from 'node:fs/promises'
import path from 'node:path'
import { ExitCode, KnownError, usageError } from '../../errors.ts'
import { readFileIfExists } from '../../limits/files.ts'
import { writeAtomic } from '../files/atomic.ts'
import { TOPO_FOLDER } from '../files/root.ts'
import { makeTopoFolder, sweepTemporary } from '../files/topo-folder.ts'
import { RemoteHashes } from '../remote/remote-hashes.ts'
import type { ScriptContent } from '../script/content.ts'
import { sweepBases, writeBase } from './base-store.ts'
import { type Intent, Intents, type Sending, sweepIntents } from './send-journal.ts'
import type { SyncRecord, SyncRecords } from './sync-record.ts'

interface StateFile {
  version: 1
  /** By service address. */
  services: Record<string, SyncRecords>
}

/**
 * Sync records of one project. A change is on disk when its promise resolves, so a kill between two
 * scripts loses nothing. Simultaneous changes share one write. Concurrent changes of another process
 * are kept.
 *
 * All methods throw usage error `TOPO_STATE_CORRUPT` if the file is invalid.
 */
export class SyncState {
  readonly file: string
  readonly #root: string
  #known: { state: StateFile; signature: string } | undefined
  /** Intents that may be in the journal; only these need to be settled. */
  readonly #unsettled = new Set<string>()
  readonly #remoteHashes = new Map<string, Promise<RemoteHashes>>()
  #changes: ((state: StateFile) => void)[] = []
  #nextWrite: Promise<void> | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(root: string) {
    this.#root = root
    this.file = path.join(root, TOPO_FOLDER, 'state.json')
  }

  /** All records of a service. */
  async read(service: string): Promise<SyncRecords> {
    await this.#writing
    const state = await this.#load()
    return Object.assign(Object.create(null), own(state.services, service))
  }

  /**
   * Checks that the state can be written, before anything changes on the service.
   *
   * @throws KnownError `TOPO_WRITE_FAILED` if the file system refuses.
   */
  async prepare(): Promise<void> {
    try {
      await access(await makeTopoFolder(this.#root), constants.W_OK)
    } catch (error) {
      if (error instanceof KnownError && error.code !== 'TOPO_WRITE_FAILED') throw error
      throw new KnownError(`Cannot write the sync records: ${path.dirname(this.file)} is not writable.`, {
        code: 'TOPO_WRITE_FAILED',
        hint: 'Nothing was done. Make the folder writable: it stores state and backups.',
        exitCode: ExitCode.refused,
        cause: error,
      })
    }
  }

  /**
   * Records one script, and removes other records of it: a script belongs to one file.
   * @param base the content with that hash, for the next conflict; it is written before the record.
   */
  async update(
    service: string,
    scriptPath: string,
    { id, slug, updatedAt, hash, answered = hash }: SyncRecord,
    base?: ScriptContent,
  ): Promise<void> {
    if (base) await writeBase(this.#root, base)
    await this.#change(({ services }) => {
      const records = own(services, service) ?? define(services, service, {})
      for (const path of Object.keys(records)) {
        if (records[path]?.id === id && path !== scriptPath) delete records[path]
      }
      const isTidied = answered !== hash
      define(records, scriptPath, { id, slug, updatedAt, hash, ...(isTidied && { answered }) })
    })
    const hashes = await this.remoteHashes(service)
    hashes.remember({ id, updatedAt }, answered)
    await this.#settle(service, scriptPath)
  }

  /** Removes the record of one script. */
  async remove(service: string, scriptPath: string): Promise<void> {
    await this.#change(({ services }) => {
      const records = own(services, service)
      if (records) delete records[scriptPath]
    })
    await this.#settle(service, scriptPath)
  }

  /** Writes an intent to the journal; `update` and `remove` settle it. */
  async intend(service: string, scriptPath: string, sending: Sending): Promise<void> {
    const record = Object.values(await this.read(service)).find(({ id }) => id === sending.id)
    this.#unsettled.add(keyOf(service, scriptPath))
    await this.#intents(service).add({ from: scriptPath, base: record?.updatedAt ?? null, ...sending })
  }

  /** All intents that are not settled. */
  async intents(service: string): Promise<Intent[]> {
    const intents = await this.#intents(service).read()
    for (const { from } of intents) this.#unsettled.add(keyOf(service, from))
    return intents
  }

  /** Hashes of remote revisions; `sweep` saves them. */
  remoteHashes(service: string): Promise<RemoteHashes> {
    const known = this.#remoteHashes.get(service) ?? RemoteHashes.open(this.#root, service)
    this.#remoteHashes.set(service, known)
    return known
  }

  async #settle(service: string, scriptPath: string): Promise<void> {
    if (!this.#unsettled.delete(keyOf(service, scriptPath))) return
    await this.#intents(service).settle(scriptPath)
  }

  #intents(service: string): Intents {
    return new Intents(this.#root, service, 'project')
  }

  /** Removes unreferenced bases and leftovers of killed runs. */
  async sweep(): Promise<void> {
    await sweepIntents(this.#root)
    for (const hashes of this.#remoteHashes.values()) await (await hashes).save()
    await this.#writing
    const { services } = await this.#load()
    const hashes = Object.values(services).flatMap((records) =>
      Object.values(records).map(({ hash }) => hash),
    )
    const written = (await stat(this.file).catch(() => undefined))?.mtimeMs
    if (written === undefined) return
    await sweepBases(this.#root, new Set(hashes), written)
    await sweepTemporary(this.#root, written)
  }

  /** Joins the pending write, or queues one after the running write. */
  #change(change: (state: StateFile) => void): Promise<void> {
    this.#changes.push(change)
    this.#nextWrite ??= this.#writing.then(() => this.#write())
    this.#writing = this.#nextWrite.catch(() => {})
    return this.#nextWrite
  }

  async #write(): Promise<void> {
    const changes = this.#changes
    this.#changes = []
    this.#nextWrite = undefined
    await makeTopoFolder(this.#root)
    const state = await this.#load()
    for (const change of changes) change(state)
    this.#known = undefined
    // No flush: the rename survives a kill, and a thousand scripts stay fast.
    await writeAtomic(this.file, `${JSON.stringify(state, null, 1)}\n`, { durable: false })
    this.#known = { state, signature: await this.#signature() }
  }

  async #load(): Promise<StateFile> {
    const signature = await this.#signature()
    if (this.#known?.signature !== signature) {
      this.#known = { state: await readState(this.file), signature }
    }
    return this.#known.state
  }

  /** Changes if any process replaces the file. */
  async #signature(): Promise<string> {
    const stats = await stat(this.file).catch(() => undefined)
    return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : ''
  }
}

async function readState(file: string): Promise<StateFile> {
  const bytes = await readFileIfExists('record', file).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof KnownError) throw error
    throw corrupt(file, `cannot be read (${error.code})`)
  })
  if (bytes === undefined) return { version: 1, services: {} }
  let state: unknown
  try {
    state = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw corrupt(file, 'is not JSON', error)
  }
  if (!isObject(state)) throw corrupt(file, 'does not contain an object')
  if (state.version !== 1) throw corrupt(file, `has version ${JSON.stringify(state.version)}, not 1`)
  if (!isObject(state.services) || !Object.values(state.services).every(areRecords)) {
    throw corrupt(file, 'contains data that topo did not write')
  }
  return state as unknown as StateFile
}

function areRecords(records: unknown): records is SyncRecords {
  return isObject(records) && Object.values(records).every(isRecord)
}

function isRecord(record: unknown): record is SyncRecord {
  if (!isObject(record)) return false
  const { answered = '' } = record
  return [record.id, record.slug, record.updatedAt, record.hash, answered].every(
    (value) => typeof value === 'string',
  )
}

const keyOf = (service: string, scriptPath: string): string => JSON.stringify([service, scriptPath])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const own = <T>(record: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** A key may be `__proto__`. */
function define<T>(record: Record<string, T>, key: string, value: T): T {
  Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true })
  return value
}

function corrupt(file: string, what: string, cause?: unknown) {
  return usageError(`The state file ${file} ${what}.`, {
    code: 'TOPO_STATE_CORRUPT',
    hint: 'Delete it. topo then compares with the service again, and overwrites nothing without your consent.',
    cause,
  })
}
