/** Stores the state of the embedded service in a folder: a snapshot, and a journal of later commits. */
import { basename, join, resolve } from 'node:path'
import type { Clock } from '../../clock.ts'
import { limits } from '../../limits/limits.ts'
import type { Snapshot } from '../database/snapshot.ts'
import type { RowChange } from '../database/table.ts'
import { goneError, readError, writeError } from './errors.ts'
import { type DataFiles, type FileIdentity, nodeFiles, writeAll } from './files.ts'
import {
  countPosition,
  decodeJournal,
  encodeCount,
  encodeJournal,
  encodeLine,
  generationOf,
  type Journal,
  journalName,
  type TornRecord,
} from './format.ts'
import { Lock } from './lock.ts'

export interface FolderOptions {
  files?: DataFiles | undefined
  /** Called with a sentence if the last record of the journal was dropped because it was torn. */
  onWarning?: ((text: string) => void) | undefined
}

interface OpenJournal {
  readonly generation: number
  readonly file: string
  readonly descriptor: number
  readonly identity: FileIdentity
  /** Acknowledged commits since the snapshot. */
  commits: number
  /** Acknowledged bytes. */
  length: number
  /** The file may be longer: bytes of an incomplete write are not truncated yet. */
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
 * truncated, now or before the next write. A folder that was removed or replaced accepts nothing.
 */
export class Folder {
  readonly #path: string
  readonly #files: DataFiles
  readonly #onWarning: (text: string) => void
  readonly lock: Lock
  #journal: OpenJournal | undefined

  private constructor(
    path: string,
    lock: Lock,
    { files = nodeFiles, onWarning = () => {} }: FolderOptions,
  ) {
    this.#path = path
    this.lock = lock
    this.#files = files
    this.#onWarning = onWarning
  }

  /**
   * Creates the folder, if necessary, and locks it.
   * @throws KnownError `TOPO_DATA_LOCKED` (exit 75) while another process has the folder,
   * `TOPO_DATA_NOT_WRITTEN` where it cannot be written, `TOPO_DATA_NO_LOCK` where it cannot be locked.
   */
  static async open(
    path: string,
    clock: Clock,
    { files = nodeFiles, onWarning }: FolderOptions = {},
  ): Promise<Folder> {
    // The program may change its current folder later.
    const folder = resolve(path)
    try {
      files.makeFolder(folder)
      return new Folder(folder, await Lock.acquire(folder, files, clock), { files, onWarning })
    } catch (error) {
      throw writeError(folder, error)
    }
  }

  /**
   * Returns the stored state, or undefined for an empty folder. Later commits are appended to it.
   * @throws KnownError `TOPO_DATA_DAMAGED`, `TOPO_DATA_FORMAT` or `TOPO_READ_FAILED` (exit 1);
   * nothing is changed then.
   */
  restore(): Pick<Journal, 'snapshot' | 'commits'> | undefined {
    const names = this.#attempt(() => this.#files.list(this.#path))
    const generation = Math.max(0, ...names.map(generationOf))
    if (generation === 0) return undefined
    const file = join(this.#path, journalName(generation))
    const { snapshot, commits, snapshotLength, length, torn } = decodeJournal(
      file,
      this.#read(file),
    )
    const descriptor = this.#attempt(() => this.#files.open(file, 'kept'))
    const journal: OpenJournal = {
      generation,
      file,
      descriptor,
      identity: this.#files.identifyOpen(descriptor),
      commits: commits.length,
      length,
      torn: torn !== undefined,
      compactAt: compactionAt(snapshotLength),
    }
    this.#journal = journal
    if (torn) {
      this.#onWarning(tornWarning(file, torn))
      // A disk that refuses this can still be read.
      this.#try(() => this.#repair(journal))
    }
    return { snapshot, commits }
  }

  #read(file: string): Buffer {
    try {
      return this.#files.read(file)
    } catch (error) {
      throw readError(file, error)
    }
  }

  /**
   * Appends a commit. Once this returns, a kill of the process does not lose it.
   * @throws KnownError `TOPO_DATA_NOT_WRITTEN`; then nothing is kept
   */
  append(changes: readonly RowChange[]): void {
    const journal = this.#journal
    if (journal === undefined) throw new Error('the journal is not open')
    const line = encodeLine(journal.commits + 1, changes)
    this.#attempt(() => {
      if (journal.torn) this.#repair(journal)
      if (journal.length + line.length > limits.data.most)
        throw Object.assign(new Error('the journal is full'), { code: 'EFBIG' })
      this.#checkUnchanged(journal)
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
    // After the commit is in the file: a lower number does no harm.
    this.#try(() => this.#writeCount(journal))
  }

  /** Truncates to the last complete record. The count comes first: it must not ask for more than there is. */
  #repair(journal: OpenJournal): void {
    this.#writeCount(journal)
    this.#truncate(journal)
  }

  #writeCount({ descriptor, commits }: OpenJournal): void {
    writeAll(this.#files, descriptor, encodeCount(commits), countPosition)
  }

  #truncate(journal: OpenJournal): void {
    this.#files.truncate(journal.descriptor, journal.length)
    journal.torn = false
  }

  /** One call, since it is part of each write. A folder that is removed after it is removed with the write. */
  #checkUnchanged({ file, identity, length, torn }: OpenJournal): void {
    const present = this.#files.identify(file)
    if (present === undefined) throw goneError(this.#path, 'was removed')
    const isSame = present.inode === identity.inode && present.device === identity.device
    if (!isSame) throw goneError(this.#path, 'was replaced')
    // The lock keeps away processes of this machine only.
    const isChanged = !torn && present.size !== BigInt(length)
    if (isChanged) throw goneError(this.#path, 'was changed by another program')
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
    // Another process may have the folder that is now at this path.
    if (before) this.#attempt(() => this.#checkUnchanged(before))
    const generation = (before?.generation ?? 0) + 1
    this.#journal = this.#writeJournal(generation, encodeJournal(snapshot))
    if (before === undefined) return
    this.#try(() => this.#files.close(before.descriptor))
    this.#try(() => {
      for (const name of this.#files.list(this.#path)) {
        const other = generationOf(name)
        if (other > 0 && other < generation) this.#files.remove(join(this.#path, name))
      }
    })
  }

  #writeJournal(generation: number, bytes: Buffer): OpenJournal {
    const file = join(this.#path, journalName(generation))
    const unfinished = `${file}.tmp`
    const descriptor = this.#attempt(() => this.#files.open(unfinished, 'empty'))
    try {
      writeAll(this.#files, descriptor, bytes, 0)
      // A power cut may lose the last changes, but it must not leave a name without content.
      this.#files.sync(descriptor)
      this.#rename(unfinished, file)
      const journal: OpenJournal = {
        generation,
        file,
        descriptor,
        identity: this.#files.identifyOpen(descriptor),
        commits: 0,
        length: bytes.length,
        torn: false,
        compactAt: compactionAt(bytes.length),
      }
      this.#checkUnchanged(journal)
      return journal
    } catch (error) {
      this.#try(() => this.#files.close(descriptor))
      this.#try(() => this.#files.remove(unfinished))
      throw writeError(this.#path, error)
    }
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

function tornWarning(file: string, { line, wasConfirmed }: TornRecord): string {
  const why = wasConfirmed
    ? 'it was complete before. A power cut, or a copy that was cut off, lost this change'
    : 'it was not completely written, so no answer had confirmed it'
  return `dropped line ${line} of ${file}: ${why}`
}
