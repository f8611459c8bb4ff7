/** The open journal of a generation: appends lines, and truncates what was never acknowledged. */
import { limits } from '../../limits/limits.ts'
import { type DataFiles, writeAll } from './files.ts'
import { countPosition, encodeCount } from './format.ts'

export interface JournalStart {
  readonly generation: number
  readonly descriptor: number
  /** Commits in all generations up to here. */
  readonly commits: number
  /** Complete bytes of the file, which may be longer. */
  readonly length: number
  /** Bytes of the snapshot that it follows. */
  readonly stateLength: number
  /** The file may be longer than `length`. */
  readonly torn: boolean
  readonly durable: boolean
  /** Bytes that survive a power cut. */
  readonly synced: number
}

const minJournalBytes = 512 * 1024

/** Methods throw errors of the file system; then nothing is kept. */
export class Journal {
  readonly generation: number
  /** Number of acknowledged commits in all generations. */
  commits: number
  readonly #files: DataFiles
  readonly #descriptor: number
  /** A count that a power cut does not lose may only be of commits that it does not lose. */
  readonly #isDurable: boolean
  /** Acknowledged bytes. */
  #length: number
  #synced: number
  /** Bytes of a failed write could not be truncated. */
  #torn: boolean
  /** Size in bytes at which a new snapshot is worthwhile. */
  #compactAt: number

  constructor(files: DataFiles, start: JournalStart) {
    this.#files = files
    this.generation = start.generation
    this.commits = start.commits
    this.#descriptor = start.descriptor
    this.#isDurable = start.durable
    this.#length = start.length
    this.#synced = start.synced
    this.#torn = start.torn
    this.#compactAt = Math.max(minJournalBytes, 2 * start.stateLength)
  }

  get isLong(): boolean {
    return this.#length >= this.#compactAt
  }

  get isSynced(): boolean {
    return this.#synced === this.#length
  }

  append(line: Uint8Array): void {
    if (this.#torn) this.#truncate()
    if (this.#length + line.length > limits.data.most)
      throw Object.assign(new Error('the journal is full'), { code: 'EFBIG' })
    try {
      writeAll(this.#files, this.#descriptor, line, this.#length)
    } catch (error) {
      this.#torn = true
      try {
        this.#truncate()
      } catch {}
      throw error
    }
    this.#length += line.length
    this.commits++
    if (!this.#isDurable) this.#count()
  }

  /** Notes how many commits the file has, after they are in it. A lower number does no harm. */
  #count(): void {
    try {
      writeAll(this.#files, this.#descriptor, encodeCount(this.commits), countPosition)
    } catch {}
  }

  sync(): void {
    const length = this.#length
    this.#files.sync(this.#descriptor)
    this.#synced = length
  }

  /** For a snapshot that failed: it is not tried again with every commit. */
  putOffSnapshot(): void {
    this.#compactAt *= 2
  }

  close(): void {
    if (this.#isDurable && this.isSynced) this.#count()
    try {
      this.#files.close(this.#descriptor)
    } catch {}
  }

  #truncate(): void {
    this.#files.truncate(this.#descriptor, this.#length)
    this.#torn = false
  }
}
