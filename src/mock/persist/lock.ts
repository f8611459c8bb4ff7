/** Locks a data folder for one process, until that process ends. docs/decisions.md says why it is done this way. */
import { createHmac, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Clock } from '../../clock.ts'
import { tryParseJson } from '../../text/parse-json.ts'
import {
  type DataHolder,
  lockedError,
  noLockError,
  unknownLockError,
  writeError,
} from './errors.ts'
import type { DataFiles } from './files.ts'
import { type Listening, listenAt, readSocket, type SocketState } from './sockets.ts'

/** Written by another process, perhaps in another container. */
const holderSchema = z.object({
  pid: z.int(),
  host: z.string().check(z.regex(/^[\w.-]{0,100}$/)),
  isOwner: z.boolean(),
  secret: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  url: z.nullable(z.string().check(z.maxLength(300))),
}) satisfies z.ZodMiniType<Omit<DataHolder, 'isNear'>>

const ownHost = hostname()
  .replace(/[^\w.-]/g, '')
  .slice(0, 100)

const lockPattern = /^lock-\d{16}-[0-9a-f]{6}$/

/**
 * Each process has another lock. Microseconds since boot come first, so that of several
 * starters the first one has the lowest name. They decide about fairness only.
 */
function newLockName(): string {
  const started = String(process.hrtime.bigint() / 1000n).padStart(16, '0')
  return `lock-${started}-${randomBytes(3).toString('hex')}`
}

/** Starters that came later notice this one within some milliseconds. */
const competitionMs = 10
const maxCompetitions = 200

/** The longest path of a socket: 104 bytes with the last 0 on macOS, 108 on Linux. */
const maxSocketPath = 103

/** Answers of the file system that have nothing to do with sockets. */
const ordinaryRefusals = new Set(['EACCES', 'EROFS', 'ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE'])

/** A lock of another process. */
interface Rival {
  readonly name: string
  readonly state: Exclude<SocketState, { kind: 'closed' }>
}

/**
 * Each process first listens at its socket in the folder, and then looks for others. If several
 * processes start at the same time, each sees the others or is seen by them, so there are never two
 * owners. The kernel closes the socket of a process that ends, in whatever way and container.
 */
export class Lock {
  readonly #folder: string
  readonly #files: DataFiles
  readonly #clock: Clock
  readonly #name = newLockName()
  readonly #secret = randomBytes(32).toString('hex')
  #socket: Listening | undefined
  #isOwner = false
  #url: string | null = null

  private constructor(folder: string, files: DataFiles, clock: Clock) {
    this.#folder = folder
    this.#files = files
    this.#clock = clock
  }

  /**
   * @throws DataLockedError `TOPO_DATA_LOCKED` (exit 75) while another process uses the folder,
   * `TOPO_DATA_NO_LOCK` where the file system has no sockets.
   */
  static async acquire(folder: string, files: DataFiles, clock: Clock): Promise<Lock> {
    const lock = new Lock(folder, files, clock)
    try {
      if (process.platform === 'win32') await lock.#takePipe()
      else await lock.#takeSocket()
      lock.#isOwner = true
      return lock
    } catch (error) {
      lock.release()
      throw error
    }
  }

  /** Tells other processes where this one serves the data. Without it they can only wait. */
  publish(url: string): void {
    this.#url = url
  }

  /** Proves to a process that can open the lock that this one has it. */
  prove(nonce: string): string {
    return proofOf(this.#secret, nonce)
  }

  /** Releases the folder. A socket that cannot be removed is closed, so it locks nothing. */
  release(): void {
    this.#remove(this.#name)
    this.#socket?.close()
    this.#socket = undefined
  }

  /** Windows has no sockets in folders, but it gives the name of a pipe to one process only. */
  async #takePipe(): Promise<void> {
    const { device, inode } = this.#files.identify(this.#folder) ?? { device: 0n, inode: 0n }
    const pipe = `\\\\.\\pipe\\topo-data-${device}-${inode}`
    try {
      await this.#listen(pipe)
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      if (code !== 'EADDRINUSE')
        throw noLockError(this.#folder, `Windows refuses a pipe (${code})`, cause)
      const state = await readSocket(pipe)
      throw lockedError(this.#folder, state.kind === 'open' ? holderOf(state) : undefined)
    }
  }

  async #takeSocket(): Promise<void> {
    const isLong = Buffer.byteLength(join(this.#folder, this.#name)) > maxSocketPath
    const place = isLong ? this.#shortLink() : this.#folder
    try {
      // Only for peace: those who wait for a folder in use do not become rivals of each other.
      const [rival] = this.#rivalsIn(await this.#readLocks(place))
      if (rival !== undefined) throw this.#refusal(rival)
      await this.#listenIn(place)
      await this.#compete(place)
    } finally {
      if (isLong) this.#files.remove(place)
    }
  }

  #shortLink(): string {
    try {
      return this.#files.linkTo(this.#folder)
    } catch (cause) {
      const reason = `its path is too long for a socket, and no link to it can be made (${codeOf(cause)})`
      throw noLockError(this.#folder, reason, cause)
    }
  }

  async #listenIn(place: string): Promise<void> {
    try {
      await this.#listen(join(place, this.#name))
      this.#files.makePrivate(join(place, this.#name))
    } catch (cause) {
      const code = codeOf(cause)
      throw ordinaryRefusals.has(code)
        ? writeError(this.#folder, cause)
        : noLockError(this.#folder, `its file system refuses sockets (${code})`, cause)
    }
  }

  /** Until the socket listens, another starter may take it for that of a process that has ended. */
  async #listen(path: string): Promise<void> {
    this.#socket = await listenAt(path, () => JSON.stringify(this.#holder()))
  }

  #holder(): Omit<DataHolder, 'isNear'> {
    return {
      pid: process.pid,
      host: ownHost,
      isOwner: this.#isOwner,
      secret: this.#secret,
      url: this.#url,
    }
  }

  /** Returns once no other process has a lock. The first of several starters stays. */
  async #compete(place: string): Promise<void> {
    for (let round = 0; ; round++) {
      const states = await this.#readLocks(place)
      const rivals = this.#rivalsIn(states)
      const stronger = rivals.find((rival) => round === maxCompetitions || !this.#precedes(rival))
      if (stronger !== undefined) throw this.#refusal(stronger)

      if (rivals.length === 0) {
        this.#checkOwn(states.get(this.#name))
        for (const [name, { kind }] of states) if (kind === 'closed') this.#remove(name)
        return
      }
      await this.#clock.wait(competitionMs)
    }
  }

  #rivalsIn(states: ReadonlyMap<string, SocketState>): Rival[] {
    return [...states].flatMap(([name, state]) =>
      name === this.#name || state.kind === 'closed' ? [] : [{ name, state }],
    )
  }

  async #readLocks(place: string): Promise<ReadonlyMap<string, SocketState>> {
    const names = this.#files.list(this.#folder).filter((name) => lockPattern.test(name))
    const states = await Promise.all(
      names.map(
        async (name): Promise<[string, SocketState]> => [name, await readSocket(join(place, name))],
      ),
    )
    return new Map(states)
  }

  /** A process that started later, and does not have the folder yet, gives way. */
  #precedes({ name, state }: Rival): boolean {
    return state.kind === 'open' && holderOf(state)?.isOwner === false && name > this.#name
  }

  #refusal({ name, state }: Rival): Error {
    if (state.kind === 'open') return lockedError(this.#folder, holderOf(state))
    return unknownLockError(this.#folder, join(this.#folder, name), state.code)
  }

  #checkOwn(state: SocketState | undefined): void {
    if (state?.kind === 'open') return
    // Removed by a process that had the folder before this one listened. It has ended since.
    if (!this.#files.list(this.#folder).includes(this.#name))
      throw lockedError(this.#folder, undefined)
    // Some file systems create the file of a socket, but never connect to it.
    throw noLockError(this.#folder, 'its file system creates sockets that nobody can connect to')
  }

  #remove(name: string): void {
    try {
      this.#files.remove(join(this.#folder, name))
    } catch {}
  }
}

function holderOf({ text }: { text?: string | undefined }): DataHolder | undefined {
  const { success, data } = holderSchema.safeParse(tryParseJson(text ?? ''))
  return success ? { ...data, isNear: data.host === ownHost } : undefined
}

const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error as Error).message

export const proofOf = (secret: string, nonce: string): string =>
  createHmac('sha256', secret).update(nonce).digest('hex')
