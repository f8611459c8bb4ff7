/** Locks a folder for one process. docs/decisions.md says why it is done this way. */
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { type DataLockedError, lockedError, takenOverError } from './errors.ts'
import { type DataFiles, writeAll } from './files.ts'
import { ownIdentity } from './identity.ts'
import { encodeLock, heldLocks, type LockContent, type LockFile, lockFiles, lockName } from './lock-file.ts'

/** How often the owner of a lock writes it, in milliseconds. */
const beatMs = 2000
/** How long a lock must stay unwritten until another process takes the folder, in milliseconds. */
export const leaseMs = 10_000

export interface LockOptions {
  /** Replaces `leaseMs`. */
  lease?: number | undefined
}

/**
 * Creates its own file first, then looks for others. If several processes start at the same time, each sees the others
 * or is seen by them, so there are never two owners. A process removes the file of another only after that process has
 * ended, or has not written it for the whole lease.
 */
export class Lock {
  /** True if the owner before may still run, and only stopped to write its lock. */
  readonly tookOver: boolean
  readonly #folder: string
  readonly #files: DataFiles
  readonly #path: string
  readonly #lease: number
  readonly #beat: NodeJS.Timeout
  #content: LockContent
  /** Called once if another process has taken the folder. */
  onLost: () => void = () => {}

  /** @throws DataLockedError `TOPO_DATA_LOCKED` (exit 75) while another process uses the folder. */
  constructor(folder: string, files: DataFiles, { lease = leaseMs }: LockOptions = {}) {
    this.#folder = folder
    this.#files = files
    this.#lease = lease
    const name = lockName(process.pid, randomInt(2 ** 47))
    this.#path = join(folder, name)
    this.#content = {
      ...ownIdentity(),
      ...{ held: false, tookOver: false, secret: randomBytes(32).toString('hex'), url: null },
    }
    heldLocks.add(this.#content.secret)
    try {
      this.#write('private')
      this.tookOver = this.#displaceOthers(name)
      this.#change({ held: true })
    } catch (error) {
      this.release()
      throw error
    }
    this.#beat = setInterval(() => this.#showLife(), Math.min(beatMs, lease / 5))
    this.#beat.unref()
  }

  /**
   * A suspended process learns by this that another one has taken the folder. It asks after each write and before it
   * answers: the other one removes the lock first and then reads, so it has read what was written before.
   *
   * @throws KnownError `TOPO_DATA_TAKEN_OVER` (exit 75)
   */
  check(): void {
    if (this.#files.writtenAt(this.#path) === undefined) throw takenOverError(this.#folder)
  }

  /** Tells other processes where this one serves the data. Without it they can only wait. */
  publish(url: string): void {
    try {
      this.#change({ url })
    } catch {}
  }

  /** Proves to a process that can read the lock that this one wrote it. */
  prove(nonce: string): string {
    return proofOf(this.#content.secret, nonce)
  }

  /** Releases the folder. A lock file that cannot be removed names a process that no longer writes it. */
  release(): void {
    clearInterval(this.#beat)
    heldLocks.delete(this.#content.secret)
    try {
      this.#files.remove(this.#path)
    } catch {}
  }

  /**
   * @returns true if the process of a removed lock may still run
   * @throws DataLockedError
   */
  #displaceOthers(own: string): boolean {
    for (let round = 0; ; round++) {
      const others = lockFiles(this.#folder, this.#files).filter(({ name }) => name !== own)
      const quiet = others.filter(
        (other) => other.running === undefined && hasGoneQuiet(other, this.#files, this.#lease),
      )
      const ended = others.filter(({ running }) => running === false)
      const present = others.filter((other) => !ended.includes(other) && !quiet.includes(other))
      if (present.length === 0) {
        // Written down first: whoever follows this process, should it be killed, has to know.
        if (quiet.length > 0 || ended.some(({ content }) => content?.tookOver))
          this.#change({ tookOver: true })
        for (const { path } of [...ended, ...quiet]) this.#files.remove(path)
        return this.#content.tookOver
      }
      // If several start at the same time, the first by name waits for the others to give up.
      const yields = present.some(({ name, content }) => content?.held !== false || name < own)
      if (yields || round === 20) throw this.#locked(present)
      Atomics.wait(pause, 0, 0, 5)
    }
  }

  #locked(others: readonly LockFile[]): DataLockedError {
    const other = others.find(({ content }) => content?.held) ?? (others[0] as LockFile)
    const beating = other.running === undefined && (sightings.get(other.path)?.beats ?? 0) > 0
    const { content } = other
    const state = content?.held === false ? 'starting' : other.running || beating ? 'running' : 'unknown'
    return lockedError(this.#folder, { content, state })
  }

  #showLife(): void {
    try {
      this.#write('kept')
    } catch (error) {
      // Any other error may pass. If it does not, another process may take over, and this one will notice.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return
      clearInterval(this.#beat)
      this.onLost()
    }
  }

  #change(changes: Partial<LockContent>): void {
    this.#content = { ...this.#content, ...changes }
    this.#write('kept')
  }

  /** A full disk is no reason not to serve reads: an empty lock is one too, of a process that cannot be examined. */
  #write(as: 'private' | 'kept'): void {
    const descriptor = this.#files.open(this.#path, as)
    try {
      writeAll(this.#files, descriptor, encodeLock(this.#content), 0)
    } catch (error) {
      if (!/^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    } finally {
      this.#files.close(descriptor)
    }
  }
}

export const proofOf = (secret: string, nonce: string): string =>
  createHmac('sha256', secret).update(nonce).digest('hex')

const pause = new Int32Array(new SharedArrayBuffer(4))

/** Watches a lock whose owner this process cannot examine. */
interface Sighting {
  writtenAt: number | undefined
  /** Milliseconds without a write, as far as this process watched. */
  quiet: number
  at: number
  /** Writes seen. */
  beats: number
}
const sightings = new Map<string, Sighting>()

/**
 * Compares no clocks: another machine or container may have its own, and a laptop that wakes up finds all locks old.
 * So the time counts in which this process looked and nothing was written; a pause of this process proves nothing.
 */
function hasGoneQuiet({ path }: LockFile, files: DataFiles, lease: number): boolean {
  const [writtenAt, now] = [files.writtenAt(path), performance.now()]
  const seen = sightings.get(path)
  if (seen?.writtenAt !== writtenAt || seen === undefined) {
    sightings.set(path, { writtenAt, quiet: 0, at: now, beats: seen === undefined ? 0 : seen.beats + 1 })
    return false
  }
  seen.quiet += Math.min(now - seen.at, lease / 40)
  seen.at = now
  if (seen.quiet < lease) return false
  sightings.delete(path)
  return true
}
