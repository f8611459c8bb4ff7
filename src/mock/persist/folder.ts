/** The embedded service's state in a folder: a snapshot and a journal of what was committed after it. */
import { join } from 'node:path'
import { limits } from '../../limits/limits.ts'
import type { Snapshot } from '../world/snapshot.ts'
import type { RowChange } from '../world/table.ts'
import { damaged, notWritten, otherFormat } from './errors.ts'
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
  OtherFormat,
  stateName,
} from './format.ts'
import { Lock } from './lock.ts'

/** What the folder holds: a snapshot, and the changes since. */
export interface Stored {
  readonly snapshot: Snapshot
  readonly changes: readonly RowChange[]
}

/** The journal that is written to. */
interface Journal {
  readonly generation: number
  readonly descriptor: number
  /** Acknowledged in all, through all generations. */
  commits: number
  /** Bytes of what was acknowledged. */
  length: number
  /** It may hold more than that: what failed, and could not be taken back. */
  torn: boolean
  /** Bytes after which a new snapshot is worth its while. */
  enough: number
}

const leastJournal = 512 * 1024

/**
 * A folder that one process at a time keeps its state in.
 *
 * What `append` has taken is there after a kill of the process. What it refuses is not: a line that was begun is
 * cut off again, at once or before the next one. The generation before the newest is kept, for `topo mock repair`.
 */
export class Folder {
  readonly #path: string
  readonly #files: DataFiles
  readonly #lock: Lock
  #journal: Journal | undefined
  /** A snapshot that was refused, and could not be removed: it would be taken for the newest. */
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
   * What was kept, or undefined in an empty folder. From now on it is gone on with.
   * @throws KnownError `TOPO_DATA_DAMAGED` or `TOPO_DATA_FORMAT` (exit 1); nothing is changed then.
   */
  open(): Stored | undefined {
    const newest = this.#newest()
    if (newest === undefined) return undefined
    const state = this.#decode(stateName(newest), decodeState)
    if (!state?.sound)
      throw damaged(this.#path, join(this.#path, stateName(newest)), 'is not what was written')
    const file = join(this.#path, journalName(newest))
    const { header, commits, damage, length } = this.#decode(journalName(newest), decodeJournal)
    const [first] = damage
    if (first) throw damaged(this.#path, `line ${first.line} of ${file}`, first.what)
    if (header?.generation !== newest || header.commits !== state.commits) {
      throw damaged(this.#path, file, `does not belong to ${stateName(newest)}`)
    }
    for (const [index, { number }] of commits.entries()) {
      if (number === state.commits + index + 1) continue
      const expected = state.commits + index + 1
      throw damaged(this.#path, `line ${index + 2} of ${file}`, `is commit ${number} and not ${expected}`)
    }
    this.#journal = {
      generation: newest,
      commits: state.commits + commits.length,
      descriptor: this.#attempt(() => this.#files.open(file, 'kept')),
      length,
      torn: true,
      enough: Math.max(leastJournal, 2 * state.length),
    }
    return { snapshot: state.snapshot, changes: commits.flatMap(({ changes }) => changes) }
  }

  /** A journal of a generation that was begun and never complete holds nothing yet. */
  #newest(): number | undefined {
    const files = this.#files.list(this.#path).flatMap((name) => generationOf(name) ?? [])
    const of = (wanted: string) =>
      files.flatMap(({ kind, generation }) => (kind === wanted ? generation : []))
    const newest = Math.max(...of('state'))
    for (const generation of of('journal')) {
      if (generation <= newest) continue
      const { commits, damage } = this.#decode(journalName(generation), decodeJournal)
      const holds = commits.length > 0 || damage.some(({ line }) => line > 1)
      if (holds) throw damaged(this.#path, join(this.#path, stateName(generation)), 'is missing')
    }
    return Number.isFinite(newest) ? newest : undefined
  }

  #decode<T>(name: string, decode: (bytes: Buffer) => T): T {
    const file = join(this.#path, name)
    try {
      return decode(this.#files.read(file))
    } catch (error) {
      if (error instanceof OtherFormat) throw otherFormat(file, error.message)
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw damaged(this.#path, file, 'is missing')
      throw error
    }
  }

  /**
   * Begins a generation with this state. Until it is complete, and where that fails, the one before goes on.
   * @param replaced it does not follow from what was committed, but takes its place
   */
  #begin(snapshot: Snapshot, replaced: boolean): void {
    const before = this.#journal
    const about: Generation = {
      generation: this.#attempt(() => before?.generation ?? this.#highest()) + 1,
      // What is replaced is a commit of its own, so no journal of before seems to lead there.
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
      const enough = Math.max(leastJournal, 2 * bytes.length)
      const { generation, commits } = about
      this.#journal = { generation, commits, descriptor, length: header.length, torn: false, enough }
    } catch (error) {
      if (descriptor !== undefined) this.#close(descriptor)
      // It may be there although its renaming failed.
      this.#try(() => this.#sweep())
      for (const file of [unfinished, journal]) this.#try(() => this.#files.remove(file))
      throw notWritten(this.#path, error)
    }
    if (before) this.#close(before.descriptor)
  }

  /**
   * Makes this state the only generation. Everything else that the folder holds is moved aside, not removed.
   * @returns where it is now
   * @throws KnownError `TOPO_DATA_NOT_WRITTEN`
   */
  startOver(snapshot: Snapshot): string {
    this.#begin(snapshot, true)
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
   * Appends a commit; when this returns, a kill of the process does not lose it.
   * @throws KnownError `TOPO_DATA_NOT_WRITTEN`; then nothing of it is kept
   */
  append(changes: readonly RowChange[]): void {
    const journal = this.#journal
    if (journal === undefined) throw new Error('the journal is not open')
    const line = encodeCommit(journal.commits + 1, changes)
    this.#attempt(() => {
      this.#sweep()
      if (journal.torn) this.#cutOff(journal)
      if (journal.length + line.length > limits.data.most)
        throw Object.assign(new Error('the journal is full'), { code: 'EFBIG' })
      try {
        writeAll(this.#files, journal.descriptor, line, journal.length)
      } catch (error) {
        journal.torn = true
        this.#try(() => this.#cutOff(journal))
        throw error
      }
    })
    journal.length += line.length
    journal.commits++
  }

  /** Begins a new generation where the journal has become long; where that fails, the old one goes on. */
  compact(snapshot: () => Snapshot): void {
    const journal = this.#journal
    if (!journal || journal.length < journal.enough) return
    this.#try(() => this.#begin(snapshot(), false))
    // Not tried again with each commit.
    if (this.#journal === journal) journal.enough *= 2
    else this.#forget(journal.generation - 1)
  }

  /**
   * Takes another state in the place of everything.
   * @throws KnownError `TOPO_DATA_NOT_WRITTEN`; then nothing has changed
   */
  replace(snapshot: Snapshot): void {
    this.#begin(snapshot, true)
    this.#forget((this.#journal?.generation ?? 0) - 2)
  }

  close(): void {
    if (this.#journal !== undefined) this.#close(this.#journal.descriptor)
    this.#journal = undefined
    this.#lock.release()
  }

  /** Takes back what was never acknowledged. */
  #cutOff(journal: Journal): void {
    this.#files.truncate(journal.descriptor, journal.length)
    journal.torn = false
  }

  #sweep(): void {
    if (this.#stray !== undefined) this.#files.remove(this.#stray)
    this.#stray = undefined
  }

  /** Its descriptor, to go on with. */
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

  /** Removes what is older than the generation before the newest; what cannot be removed does no harm. */
  #forget(newest: number): void {
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
      throw notWritten(this.#path, error)
    }
  }
}
