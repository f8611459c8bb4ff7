/** Stores the state of the embedded service in a folder: a snapshot, and a journal of later commits. */
import { basename, join } from 'node:path'
import { limits } from '../../limits/limits.ts'
import type { Snapshot } from '../database/snapshot.ts'
import type { RowChange } from '../database/table.ts'
import { writeError } from './errors.ts'
import { type DataFiles, nodeFiles, writeAll } from './files.ts'
import {
  countPosition,
  decodeJournal,
  encodeCount,
  encodeJournal,
  encodeLine,
  generationOf,
  type Journal,
  journalName,
} from './format.ts'
import { Lock } from './lock.ts'

export interface FolderOptions {
  files?: DataFiles | undefined
  /** Called with a sentence if the last line of the journal was not completely written. */
  onWarning?: ((text: string) => void) | undefined
}

interface OpenJournal {
  readonly generation: number
  readonly descriptor: number
  /** Acknowledged commits since the snapshot. */
  commits: number
  /** Acknowledged bytes. */
  length: number
  /** The file may be longer: bytes of a failed write could not be truncated. */
  torn: boolean
  /** Size in bytes at which a new snapshot is worthwhile. */
  compactAt: number
}

const minJournalBytes = 512 * 1024
const compactionAt = (snapshotLength: number): number =>
  snapshotLength + Math.min(Math.max(minJournalBytes, 2 * snapshotLength), limits.data.most / 2)

/**
 * Keeps the state in a folder that one process at a time may use.
 *
 * Changes that `append` accepted survive a kill of the process. Changes that it refused do not: a partial line is
 * truncated, now or before the next write.
 */
export class Folder {
  readonly #path: string
  readonly #files: DataFiles
  readonly #onWarning: (text: string) => void
  readonly lock: Lock
  #journal: OpenJournal | undefined

  /**
   * @throws KnownError `TOPO_DATA_LOCKED` (exit 75) while another process has the folder,
   * `TOPO_DATA_NOT_WRITTEN` where it cannot be written.
   */
  constructor(path: string, { files = nodeFiles, onWarning = () => {} }: FolderOptions = {}) {
    this.#path = path
    this.#files = files
    this.#onWarning = onWarning
    this.lock = this.#attempt(() => {
      files.makeFolder(path)
      return new Lock(path, files)
    })
  }

  /**
   * Returns the stored state, or undefined for an empty folder. Later commits are appended to it.
   * @throws KnownError `TOPO_DATA_DAMAGED` or `TOPO_DATA_FORMAT` (exit 1); nothing is changed then.
   */
  open(): Pick<Journal, 'snapshot' | 'commits'> | undefined {
    const names = this.#attempt(() => this.#files.list(this.#path))
    const generation = Math.max(0, ...names.map(generationOf))
    if (generation === 0) return undefined
    const file = join(this.#path, journalName(generation))
    const bytes = this.#files.read(file)
    const { snapshot, commits, snapshotLength, length } = decodeJournal(file, bytes)
    const torn = bytes.length > length
    if (torn)
      this.#onWarning(
        `dropped line ${commits.length + 3} of ${file}: it was not completely written, so no answer had confirmed it`,
      )
    const descriptor = this.#attempt(() => this.#files.open(file, 'kept'))
    const compactAt = compactionAt(snapshotLength)
    this.#journal = { generation, descriptor, commits: commits.length, length, torn, compactAt }
    return { snapshot, commits }
  }

  /**
   * Appends a commit. Once this returns, a kill of the process does not lose it.
   * @throws KnownError `TOPO_DATA_NOT_WRITTEN`; then nothing is kept
   */
  append(changes: readonly RowChange[]): void {
    const journal = this.#journal
    if (journal === undefined) throw new Error('the journal is not open')
    const line = encodeLine(journal.commits + 1, changes)
    const truncate = () => {
      this.#files.truncate(journal.descriptor, journal.length)
      journal.torn = false
    }
    this.#attempt(() => {
      if (journal.torn) truncate()
      if (journal.length + line.length > limits.data.most)
        throw Object.assign(new Error('the journal is full'), { code: 'EFBIG' })
      try {
        writeAll(this.#files, journal.descriptor, line, journal.length)
      } catch (error) {
        journal.torn = true
        this.#try(truncate)
        throw error
      }
    })
    journal.length += line.length
    journal.commits++
    // After the commit is in the file: a lower number does no harm.
    this.#try(() => writeAll(this.#files, journal.descriptor, encodeCount(journal.commits), countPosition))
  }

  /** Starts a new journal once this one is long. If that fails, the old one stays in use. */
  compact(snapshot: () => Snapshot): void {
    const journal = this.#journal
    if (journal === undefined || journal.length < journal.compactAt) return
    this.#try(() => this.replace(snapshot()))
    // A snapshot that failed is not tried again with every commit.
    journal.compactAt *= 2
  }

  /**
   * Replaces the whole state: starts a journal with this snapshot. Until it is complete, the previous one stays in use.
   * @throws KnownError `TOPO_DATA_NOT_WRITTEN`; then nothing has changed
   */
  replace(snapshot: Snapshot): void {
    const before = this.#journal
    const generation = (before?.generation ?? 0) + 1
    const file = join(this.#path, journalName(generation))
    const unfinished = `${file}.tmp`
    const bytes = encodeJournal(snapshot)
    const descriptor = this.#attempt(() => this.#files.open(unfinished, 'empty'))
    try {
      writeAll(this.#files, descriptor, bytes, 0)
      // The previous journal is removed: a power cut may lose the last changes, but not everything.
      if (before) this.#files.sync(descriptor)
      this.#rename(unfinished, file)
    } catch (error) {
      this.#try(() => this.#files.close(descriptor))
      this.#try(() => this.#files.remove(unfinished))
      throw writeError(this.#path, error)
    }
    const { length } = bytes
    const compactAt = compactionAt(length)
    this.#journal = { generation, descriptor, commits: 0, length, torn: false, compactAt }
    if (before === undefined) return
    this.#try(() => this.#files.close(before.descriptor))
    this.#try(() => {
      for (const name of this.#files.list(this.#path)) {
        const other = generationOf(name)
        if (other > 0 && other < generation) this.#files.remove(join(this.#path, name))
      }
    })
  }

  /** A file may have its new name although the system reports that renaming it failed. */
  #rename(from: string, to: string): void {
    try {
      this.#files.rename(from, to)
    } catch (error) {
      if (!this.#files.list(this.#path).includes(basename(to))) throw error
    }
  }

  close(): void {
    const journal = this.#journal
    this.#journal = undefined
    if (journal) this.#try(() => this.#files.close(journal.descriptor))
    this.lock.release()
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
