/** Reads and writes the sync records in `.topo/state.json`. */

import { access, constants, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../../clock.ts'
import { writeAtomic, writeFailure } from '../../files/atomic.ts'
import { TOPO_FOLDER } from '../../files/root.ts'
import { sweepTemporary } from '../../files/temporary.ts'
import { makeTopoFolder } from '../../files/topo-folder.ts'
import { valueFor } from '../../grouped.ts'
import type { ScriptContent } from '../../project/script/content.ts'
import { RemoteHashes } from '../remote/remote-hashes.ts'
import { sweepBases, writeBase } from './base-store.ts'
import { type Intent, Intents, type Sending, sweepIntents } from './send-journal.ts'
import { StoredRecords } from './stored-records.ts'
import type { SyncRecord, SyncRecords } from './sync-record.ts'

/** Milliseconds between two writes of the state, as a multiple of the time that the last one took, and at most. */
const PAUSE = { times: 4, atMostMs: 100 }

/**
 * Sync records of one project. A change is on disk when its promise resolves, so a kill between two
 * scripts loses nothing. Simultaneous changes share one write, and writes pause in between: a batch of thousands spends a
 * fifth of its time on them, however large the file becomes. Concurrent changes of another process are kept.
 *
 * All methods throw usage error `TOPO_STATE_CORRUPT` if the file is invalid.
 */
export class SyncState {
  readonly file: string
  readonly key: string | undefined
  readonly #root: string
  readonly #clock: Clock
  #known: { state: StoredRecords; signature: string } | undefined
  /** Intents that may be in the journal; only these need to be settled. */
  readonly #unsettled = new Set<string>()
  readonly #remoteHashes = new Map<string, Promise<RemoteHashes>>()
  #changes: ((state: StoredRecords) => void)[] = []
  #nextWrite: Promise<void> | undefined
  #writing: Promise<void> = Promise.resolve()
  /** `clock.elapsed()` before which no write starts. */
  #pauseUntil = 0

  /** @param key mark of the key that this run uses; records keep it */
  constructor(root: string, clock: Clock, key?: string) {
    this.#root = root
    this.#clock = clock
    this.key = key
    this.file = path.join(root, TOPO_FOLDER, 'state.json')
  }

  /** All records of a service. */
  async read(service: string): Promise<SyncRecords> {
    await this.#writing
    return (await this.#load()).of(service)
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
      const hint = 'Nothing was done. Make the folder writable: it stores state and backups.'
      const message = `Cannot write the sync records: ${path.dirname(this.file)} is not writable.`
      throw writeFailure(error, message, hint)
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
    const isTidied = answered !== hash
    const { key } = this
    const optional = { ...(isTidied && { answered }), ...(key !== undefined && { key }) }
    const record = { id, slug, updatedAt, hash, ...optional }
    await this.#change((state) => state.set(service, scriptPath, record))
    const hashes = await this.remoteHashes(service)
    hashes.rememberSynced({ id, updatedAt }, answered)
    await this.settle(service, scriptPath)
  }

  /** Removes the record of one script. */
  async remove(service: string, scriptPath: string): Promise<void> {
    await this.#change((state) => state.delete(service, scriptPath))
    await this.settle(service, scriptPath)
  }

  /** Writes an intent to the journal; `update` and `remove` settle it. */
  async intend(service: string, scriptPath: string, sending: Sending): Promise<void> {
    const record =
      sending.id === undefined ? undefined : (await this.#load()).find(service, sending.id)
    this.#unsettled.add(keyOf(service, scriptPath))
    await this.#intents(service).add({
      from: scriptPath,
      base: record?.updatedAt ?? null,
      ...sending,
    })
  }

  /** All intents that are not settled. */
  async intents(service: string): Promise<Intent[]> {
    const intents = await this.#intents(service).read()
    for (const { from } of intents) this.#unsettled.add(keyOf(service, from))
    return intents
  }

  /** Hashes of remote revisions; `sweep` saves them. */
  remoteHashes(service: string): Promise<RemoteHashes> {
    return valueFor(this.#remoteHashes, service, () => RemoteHashes.open(this.#root, service))
  }

  /** Also after a run that failed, so that the next one does not read the same again. */
  async saveHashes(): Promise<void> {
    for (const hashes of this.#remoteHashes.values()) await (await hashes).save()
  }

  /** Takes back what was intended for a script. */
  async settle(service: string, scriptPath: string): Promise<void> {
    if (!this.#unsettled.delete(keyOf(service, scriptPath))) return
    await this.#intents(service).settle(scriptPath)
  }

  #intents(service: string): Intents {
    return new Intents(this.#root, service, 'project')
  }

  /** Removes unreferenced bases and leftovers of killed runs. */
  async sweep(): Promise<void> {
    await sweepIntents(this.#root)
    await this.saveHashes()
    await this.#writing
    const hashes = (await this.#load()).hashes()
    const written = (await stat(this.file).catch(() => undefined))?.mtimeMs
    if (written === undefined) return
    await sweepBases(this.#root, hashes, written)
    sweepTemporary(path.join(this.#root, TOPO_FOLDER), written)
  }

  /** Joins the pending write, or queues one after the running write. */
  #change(change: (state: StoredRecords) => void): Promise<void> {
    this.#changes.push(change)
    this.#nextWrite ??= this.#writing.then(() => this.#pausedWrite())
    this.#writing = this.#nextWrite.catch(() => {})
    return this.#nextWrite
  }

  async #pausedWrite(): Promise<void> {
    const pause = this.#pauseUntil - this.#clock.elapsed()
    if (pause > 0) await this.#clock.wait(pause)
    const begin = this.#clock.elapsed()
    await this.#write()
    const end = this.#clock.elapsed()
    this.#pauseUntil = end + Math.min(PAUSE.times * (end - begin), PAUSE.atMostMs)
  }

  async #write(): Promise<void> {
    const changes = this.#changes
    this.#changes = []
    this.#nextWrite = undefined
    await makeTopoFolder(this.#root)
    const state = await this.#load()
    for (const change of changes) change(state)
    try {
      // No flush: the rename survives a kill, and a thousand scripts stay fast.
      await writeAtomic(this.file, state.text(), { durable: false })
    } catch (error) {
      this.#known = undefined
      throw error
    }
    this.#known = { state, signature: await this.#signature() }
  }

  async #load(): Promise<StoredRecords> {
    const signature = await this.#signature()
    if (this.#known?.signature !== signature) {
      this.#known = { state: await StoredRecords.read(this.file), signature }
    }
    return this.#known.state
  }

  /** Changes if any process replaces the file. */
  async #signature(): Promise<string> {
    const stats = await stat(this.file).catch(() => undefined)
    return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : ''
  }
}

const keyOf = (service: string, scriptPath: string): string => JSON.stringify([service, scriptPath])
