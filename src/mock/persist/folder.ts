/** Stores the state of the embedded service in a folder: a snapshot, and a journal of later commits. */
import { join } from 'node:path'
import type { KnownError } from '../../errors.ts'
import type { Snapshot } from '../database/snapshot.ts'
import type { RowChange } from '../database/table.ts'
import { notSyncedError, writeError } from './errors.ts'
import { type DataFiles, nodeFiles, writeAll } from './files.ts'
import {
  encodeCommit,
  encodeJournal,
  encodeState,
  type Generation,
  generationOf,
  journalName,
  stateName,
} from './format.ts'
import { Journal } from './journal.ts'
import { Lock, type LockOptions } from './lock.ts'
import { readNewest, type StoredState } from './read-folder.ts'

export interface FolderOptions extends LockOptions {
  files?: DataFiles | undefined
  /** `settled` waits until changes survive a power cut, not only a kill of the process. */
  durable?: boolean | undefined
}

/**
 * Keeps the state in a folder that one process at a time may use.
 *
 * Changes that `append` accepted survive a kill of the process. Changes that it refused do not: a partial line is
 * truncated, now or before the next write. `topo mock repair` needs the generation before the newest, so it is kept.
 */
export class Folder {
  readonly #path: string
  readonly #files: DataFiles
  readonly #durable: boolean
  readonly lock: Lock
  #journal: Journal | undefined
  /** The sync of this turn of the event loop. */
  #syncing: Promise<void> | undefined
  #failure: KnownError | undefined
  /** Called once if the folder can no longer be used. */
  onFailure: (error: KnownError) => void = () => {}
  /** A refused snapshot that could not be removed: without care it would be read as the newest. */
  #stray: string | undefined

  /**
   * @throws KnownError `TOPO_DATA_LOCKED` (exit 75) while another process has the folder,
   * `TOPO_DATA_NOT_WRITTEN` where it cannot be written.
   */
  constructor(path: string, { files = nodeFiles, durable = false, lease }: FolderOptions = {}) {
    this.#path = path
    this.#files = files
    this.#durable = durable
    this.lock = this.#attempt(() => {
      const changed = files.makeFolder(path)
      const lock = new Lock(path, files, { lease })
      if (durable) for (const folder of changed) files.syncFolder(folder)
      return lock
    })
    this.lock.onLost = () => this.#try(() => this.#checkUsable())
  }

  /**
   * Returns the stored state, or undefined for an empty folder. Later commits are appended to it.
   * @throws KnownError `TOPO_DATA_DAMAGED` or `TOPO_DATA_FORMAT` (exit 1); nothing is changed then.
   */
  open(): StoredState | undefined {
    const found = readNewest(this.#path, this.#files)
    if (found === undefined) return undefined
    const { generation, stored, ...start } = found
    const file = join(this.#path, journalName(generation))
    const descriptor = this.#attempt(() => this.#files.open(file, 'kept'))
    this.#journal = new Journal(this.#files, {
      ...start,
      generation,
      descriptor,
      torn: true,
      synced: 0,
      durable: this.#durable,
    })
    // Left behind by a process that was killed; of one that may still run, they are not touched.
    if (!this.lock.tookOver) this.#removeGenerations((other) => other > generation)
    if (this.#durable) this.#attempt(() => this.#syncFound(generation))
    return stored
  }

  /** The process that wrote the folder before may not have been durable. */
  #syncFound(generation: number): void {
    const state = this.#files.open(join(this.#path, stateName(generation)), 'kept')
    this.#files.sync(state)
    this.#files.close(state)
    this.#sync()
    this.#files.syncFolder(this.#path)
  }

  /**
   * Starts a generation with this state. Until it is complete, the previous one stays in use.
   *
   * Its number is new to the folder and its files must not exist. So a process that was suspended in the middle of this,
   * and wakes up after another one has taken the folder, writes to no file of that other one.
   *
   * @param replaced the state replaces everything and does not follow from earlier commits
   */
  #startGeneration(snapshot: Snapshot, replaced: boolean): void {
    const before = this.#journal
    const about: Generation = {
      generation: this.#attempt(() => this.#highest()) + 1,
      // A replacement counts as a commit, so that no earlier journal seems to lead to it.
      commits: (before?.commits ?? 0) + (replaced ? 1 : 0),
      replaced,
    }
    const state = join(this.#path, stateName(about.generation))
    const journal = join(this.#path, journalName(about.generation))
    const unfinished = `${state}.tmp`
    const created: string[] = []
    let descriptor: number | undefined
    try {
      this.lock.check()
      this.#sweep()
      const bytes = encodeState(about, snapshot)
      const header = encodeJournal(about)
      this.#files.close(this.#writeNew(unfinished, bytes, created))
      descriptor = this.#writeNew(journal, header, created)
      this.lock.check()
      this.#stray = state
      this.#files.rename(unfinished, state)
      if (this.#durable) this.#files.syncFolder(this.#path)
      this.#stray = undefined
      const { length } = header
      const start = {
        ...about,
        descriptor,
        length,
        stateLength: bytes.length,
        torn: false,
        synced: length,
        durable: this.#durable,
      }
      this.#journal = new Journal(this.#files, start)
    } catch (error) {
      if (descriptor !== undefined) this.#try(() => this.#files.close(descriptor as number))
      // The file may exist although renaming it failed.
      this.#try(() => this.#sweep())
      for (const file of created) this.#try(() => this.#files.remove(file))
      throw writeError(this.#path, error)
    }
    before?.close()
  }

  /**
   * Makes this state the only generation. Moves all other files aside and removes none.
   * @returns the folder with the moved files
   * @throws KnownError `TOPO_DATA_NOT_WRITTEN`
   */
  startOver(snapshot: Snapshot): string {
    this.#startGeneration(snapshot, true)
    return this.#attempt(() => {
      const names = this.#files.list(this.#path)
      let number = 1
      while (names.includes(`damaged-${number}`)) number++
      const aside = join(this.#path, `damaged-${number}`)
      this.#files.makeFolder(aside)
      for (const name of names) {
        const generation = generationNumber(name)
        if (generation === undefined || generation === this.#journal?.generation) continue
        this.#files.rename(join(this.#path, name), join(aside, name))
      }
      return aside
    })
  }

  /**
   * Appends a commit. Once this returns, a kill of the process does not lose it.
   * @throws KnownError `TOPO_DATA_NOT_WRITTEN`; then nothing is kept
   */
  append(changes: readonly RowChange[]): void {
    const journal = this.#journal
    if (journal === undefined) throw new Error('the journal is not open')
    const line = encodeCommit(journal.commits + 1, changes)
    this.#checkUsable()
    this.#attempt(() => {
      this.#sweep()
      journal.append(line)
    })
    this.#checkUsable()
  }

  /**
   * Resolves when everything that was appended may be acknowledged. With `durable` that is after one sync for all
   * requests of this turn of the event loop.
   *
   * @throws KnownError `TOPO_DATA_TAKEN_OVER`, `TOPO_DATA_NOT_SYNCED`
   */
  async settled(): Promise<void> {
    if (this.#durable && this.#journal?.isSynced === false) {
      this.#syncing ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
        this.#syncing = undefined
        this.#sync()
      })
      await this.#syncing
    }
    this.#checkUsable()
  }

  #sync(): void {
    if (this.#failure) return
    try {
      this.#journal?.sync()
    } catch (error) {
      // A second sync may succeed although the system has dropped the bytes.
      this.#fail(notSyncedError(this.#path, error))
    }
  }

  /** After this, nothing is written and nothing acknowledged. */
  #fail(error: KnownError): never {
    this.#failure = error
    this.onFailure(error)
    throw error
  }

  #checkUsable(): void {
    if (this.#failure) throw this.#failure
    try {
      this.lock.check()
    } catch (error) {
      this.#fail(writeError(this.#path, error))
    }
  }

  /**
   * After a takeover, the process before may still write to its journal when it wakes up: it gets its own.
   * @throws KnownError `TOPO_DATA_NOT_WRITTEN`
   */
  leaveJournal(snapshot: () => Snapshot): void {
    if (this.lock.tookOver) this.#startGeneration(snapshot(), false)
  }

  /** Starts a new generation once the journal is long. If that fails, the old one stays in use. */
  compact(snapshot: () => Snapshot): void {
    const journal = this.#journal
    if (!journal?.isLong) return
    this.#try(() => this.#startGeneration(snapshot(), false))
    if (this.#journal === journal) journal.putOffSnapshot()
    else this.#removeGenerations((generation) => generation < journal.generation)
  }

  /**
   * Replaces the whole state.
   * @throws KnownError `TOPO_DATA_NOT_WRITTEN`; then nothing has changed
   */
  replace(snapshot: Snapshot): void {
    const before = this.#journal?.generation ?? this.#attempt(() => this.#highest())
    this.#startGeneration(snapshot, true)
    this.#removeGenerations((generation) => generation < before)
  }

  close(): void {
    this.#journal?.close()
    this.#journal = undefined
    this.lock.release()
  }

  #sweep(): void {
    if (this.#stray !== undefined) this.#files.remove(this.#stray)
    this.#stray = undefined
  }

  /** Writes a new file, adds it to `created`, and returns its open descriptor. */
  #writeNew(file: string, bytes: Uint8Array, created: string[]): number {
    const descriptor = this.#files.open(file, 'new')
    created.push(file)
    try {
      writeAll(this.#files, descriptor, bytes, 0)
      if (this.#durable) this.#files.sync(descriptor)
      return descriptor
    } catch (error) {
      this.#try(() => this.#files.close(descriptor))
      throw error
    }
  }

  /** Counts unfinished files too. */
  #highest(): number {
    return Math.max(0, ...this.#files.list(this.#path).map((name) => generationNumber(name) ?? 0))
  }

  /** A file that cannot be removed is harmless. */
  #removeGenerations(isMeant: (generation: number) => boolean): void {
    this.#try(() => {
      for (const name of this.#files.list(this.#path)) {
        const generation = generationNumber(name)
        if (generation !== undefined && isMeant(generation)) this.#files.remove(join(this.#path, name))
      }
    })
  }

  #try(act: () => void): void {
    try {
      act()
    } catch {}
  }

  #attempt<T>(act: () => T): T {
    try {
      return act()
    } catch (error) {
      throw writeError(this.#path, error)
    }
  }
}

const generationNumber = (name: string): number | undefined =>
  generationOf(name.replace(/\.tmp$/, ''))?.generation
