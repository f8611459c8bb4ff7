/** Stores the state of the embedded service in a folder: a snapshot, and a journal of later commits. */
import { join } from 'node:path'
import { limits } from '../../limits/limits.ts'
import type { Snapshot } from '../database/snapshot.ts'
import type { RowChange } from '../database/table.ts'
import { damagedError, formatError, writeError } from './errors.ts'
import { type DataFiles, nodeFiles, writeAll } from './files.ts'
import {
  decodeJournal,
  decodeState,
  encodeCommit,
  encodeJournal,
  encodeState,
  type Generation,
  generationOf,
  journalName,
  stateName,
  UnknownFormat,
} from './format.ts'
import { Lock } from './lock.ts'

/** Content of the folder: a snapshot and the changes since. */
export interface StoredState {
  readonly snapshot: Snapshot
  readonly changes: readonly RowChange[]
}

interface Journal {
  readonly generation: number
  readonly descriptor: number
  /** Number of acknowledged commits in all generations. */
  commits: number
  /** Acknowledged bytes. */
  length: number
  /** The file may be longer: bytes of a failed write that could not be truncated. */
  torn: boolean
  /** Size in bytes at which a new snapshot is worthwhile. */
  compactAt: number
}

const minJournalBytes = 512 * 1024

/**
 * Keeps the state in a folder that one process at a time may use.
 *
 * Changes that `append` accepted survive a kill of the process. Changes that it refused do not: a partial line is
 * truncated, now or before the next write. `topo mock repair` needs the generation before the newest, so it is kept.
 */
export class Folder {
  readonly #path: string
  readonly #files: DataFiles
  readonly #lock: Lock
  #journal: Journal | undefined
  /** A refused snapshot that could not be removed: without care it would be read as the newest. */
  #stray: string | undefined

  /**
   * @throws KnownError `TOPO_DATA_LOCKED` (exit 75) while another process has the folder,
   * `TOPO_DATA_NOT_WRITTEN` where it cannot be written.
   */
  constructor(path: string, files: DataFiles = nodeFiles) {
    this.#path = path
    this.#files = files
    this.#lock = this.#attempt(() => {
      files.makeFolder(path)
      return new Lock(path, files)
    })
  }

  /**
   * Returns the stored state, or undefined for an empty folder. Later commits are appended to it.
   * @throws KnownError `TOPO_DATA_DAMAGED` or `TOPO_DATA_FORMAT` (exit 1); nothing is changed then.
   */
  open(): StoredState | undefined {
    const newest = this.#newest()
    if (newest === undefined) return undefined
    const state = this.#decode(stateName(newest), decodeState)
    if (!state?.sound)
      throw damagedError(this.#path, join(this.#path, stateName(newest)), 'was changed or is incomplete')
    const file = join(this.#path, journalName(newest))
    const { header, commits, damage, length } = this.#decode(journalName(newest), decodeJournal)
    const [first] = damage
    if (first) throw damagedError(this.#path, `line ${first.line} of ${file}`, first.what)
    if (header?.generation !== newest || header.commits !== state.commits) {
      throw damagedError(this.#path, file, `does not belong to ${stateName(newest)}`)
    }
    for (const [index, { number }] of commits.entries()) {
      if (number === state.commits + index + 1) continue
      const expected = state.commits + index + 1
      throw damagedError(
        this.#path,
        `line ${index + 2} of ${file}`,
        `is commit ${number} and not ${expected}`,
      )
    }
    this.#journal = {
      generation: newest,
      commits: state.commits + commits.length,
      descriptor: this.#attempt(() => this.#files.open(file, 'kept')),
      length,
      torn: true,
      compactAt: Math.max(minJournalBytes, 2 * state.length),
    }
    return { snapshot: state.snapshot, changes: commits.flatMap(({ changes }) => changes) }
  }

  /** Skips a newer journal without commits: its generation was never completed. */
  #newest(): number | undefined {
    const files = this.#files.list(this.#path).flatMap((name) => generationOf(name) ?? [])
    const of = (wanted: string) =>
      files.flatMap(({ kind, generation }) => (kind === wanted ? generation : []))
    const newest = Math.max(...of('state'))
    for (const generation of of('journal')) {
      if (generation <= newest) continue
      const { commits, damage } = this.#decode(journalName(generation), decodeJournal)
      const holds = commits.length > 0 || damage.some(({ line }) => line > 1)
      if (holds) throw damagedError(this.#path, join(this.#path, stateName(generation)), 'is missing')
    }
    return Number.isFinite(newest) ? newest : undefined
  }

  #decode<T>(name: string, decode: (bytes: Buffer) => T): T {
    const file = join(this.#path, name)
    try {
      return decode(this.#files.read(file))
    } catch (error) {
      if (error instanceof UnknownFormat) throw formatError(file, error.message)
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw damagedError(this.#path, file, 'is missing')
      throw error
    }
  }

  /**
   * Starts a generation with this state. Until it is complete, the previous one stays in use.
   * @param replaced the state replaces everything and does not follow from earlier commits
   */
  #startGeneration(snapshot: Snapshot, replaced: boolean): void {
    const before = this.#journal
    const about: Generation = {
      generation: this.#attempt(() => before?.generation ?? this.#highest()) + 1,
      // A replacement counts as a commit, so that no earlier journal seems to lead to it.
      commits: (before?.commits ?? 0) + (replaced ? 1 : 0),
      replaced,
    }
    const [state, journal] = [stateName(about.generation), journalName(about.generation)].map((name) =>
      join(this.#path, name),
    ) as [string, string]
    const unfinished = `${state}.tmp`
    let descriptor: number | undefined
    try {
      this.#sweep()
      const bytes = encodeState(about, snapshot)
      const header = encodeJournal(about)
      this.#files.close(this.#writeNew(unfinished, bytes))
      descriptor = this.#writeNew(journal, header)
      this.#stray = state
      this.#files.rename(unfinished, state)
      this.#stray = undefined
      const compactAt = Math.max(minJournalBytes, 2 * bytes.length)
      const { generation, commits } = about
      this.#journal = { generation, commits, descriptor, length: header.length, torn: false, compactAt }
    } catch (error) {
      if (descriptor !== undefined) this.#close(descriptor)
      // The file may exist although renaming it failed.
      this.#try(() => this.#sweep())
      for (const file of [unfinished, journal]) this.#try(() => this.#files.remove(file))
      throw writeError(this.#path, error)
    }
    if (before) this.#close(before.descriptor)
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
        const generation = generationOf(name.replace(/\.tmp$/, ''))?.generation
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
    this.#attempt(() => {
      this.#sweep()
      if (journal.torn) this.#truncate(journal)
      if (journal.length + line.length > limits.data.most)
        throw Object.assign(new Error('the journal is full'), { code: 'EFBIG' })
      try {
        writeAll(this.#files, journal.descriptor, line, journal.length)
      } catch (error) {
        journal.torn = true
        this.#try(() => this.#truncate(journal))
        throw error
      }
    })
    journal.length += line.length
    journal.commits++
  }

  /** Starts a new generation once the journal is long. If that fails, the old one stays in use. */
  compact(snapshot: () => Snapshot): void {
    const journal = this.#journal
    if (!journal || journal.length < journal.compactAt) return
    this.#try(() => this.#startGeneration(snapshot(), false))
    // Do not try again with every commit.
    if (this.#journal === journal) journal.compactAt *= 2
    else this.#removeOldGenerations(journal.generation - 1)
  }

  /**
   * Replaces the whole state.
   * @throws KnownError `TOPO_DATA_NOT_WRITTEN`; then nothing has changed
   */
  replace(snapshot: Snapshot): void {
    this.#startGeneration(snapshot, true)
    this.#removeOldGenerations((this.#journal?.generation ?? 0) - 2)
  }

  close(): void {
    if (this.#journal !== undefined) this.#close(this.#journal.descriptor)
    this.#journal = undefined
    this.#lock.release()
  }

  /** Truncates bytes that were never acknowledged. */
  #truncate(journal: Journal): void {
    this.#files.truncate(journal.descriptor, journal.length)
    journal.torn = false
  }

  #sweep(): void {
    if (this.#stray !== undefined) this.#files.remove(this.#stray)
    this.#stray = undefined
  }

  /** Writes a new file and returns its open descriptor. */
  #writeNew(file: string, bytes: Uint8Array): number {
    const descriptor = this.#files.open(file, 'empty')
    try {
      writeAll(this.#files, descriptor, bytes, 0)
      return descriptor
    } catch (error) {
      this.#close(descriptor)
      throw error
    }
  }

  #highest(): number {
    const generations = this.#files.list(this.#path).flatMap((name) => generationOf(name)?.generation ?? [])
    return Math.max(0, ...generations)
  }

  /** Removes generations older than the one before the newest; a file that cannot be removed is harmless. */
  #removeOldGenerations(newest: number): void {
    this.#try(() => {
      for (const name of this.#files.list(this.#path)) {
        const generation = generationOf(name.replace(/\.tmp$/, ''))?.generation
        if (generation !== undefined && generation <= newest) this.#files.remove(join(this.#path, name))
      }
    })
  }

  #close(descriptor: number): void {
    this.#try(() => this.#files.close(descriptor))
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
