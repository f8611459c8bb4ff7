/** Locks a data folder for one process. docs/decisions.md says why it is done this way. */
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type DataHolder, lockedError } from './errors.ts'
import { type DataFiles, systemText, writeAll } from './files.ts'

/** Written by another process, perhaps in another container. */
const lockSchema = z.object({
  /** Known only to those who can read the data: who knows it serves this data. */
  secret: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Address at which the process serves the data. */
  url: z.nullable(z.string().check(z.maxLength(300))),
})

const ownHost = hostname()
  .replace(/[^\w.-]/g, '')
  .slice(0, 100)

/** A new lock file of this process. Its name says whose it is, because a full disk leaves it empty. */
export const lockName = (pid = process.pid, started = startOf(pid) ?? '', host = ownHost): string =>
  `lock-${pid}-${started}-${host}-${randomInt(2 ** 47)}`

/** All locks of a folder. */
function locksIn(folder: string, files: DataFiles): DataHolder[] {
  return files.list(folder).flatMap((name) => {
    const [, pid, started = '', host = ''] = /^lock-([1-9]\d{0,9})-(\d*)-([\w.-]*)-\d+$/.exec(name) ?? []
    if (pid === undefined) return []
    const [file, near] = [join(folder, name), host === ownHost]
    const running = !near || isRunning(Number(pid), started)
    return { file, pid: Number(pid), host, near, running, content: contentOf(file, files) }
  })
}

function isRunning(pid: number, started: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return started === '' || (startOf(pid) ?? started) === started
}

/** Clock ticks since boot, which tell a process from a later one with the same pid. Only Linux says this cheaply. */
function startOf(pid: number): string | undefined {
  const text = systemText(`/proc/${pid}/stat`)
  // The name in parentheses may contain anything. The state is field 3, the start field 22.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  // A process that has ended stays in the list until its parent asks for it.
  return /^[ZX]$/.test(fields?.[0] ?? '') ? 'ended' : fields?.[19]
}

function contentOf(file: string, files: DataFiles): DataHolder['content'] {
  try {
    return lockSchema.safeParse(JSON.parse(files.readStart(file).toString('utf8'))).data
  } catch {
    return undefined
  }
}

/**
 * Creates its own file first, then looks for others. If several processes start at the same time, each sees the others
 * or is seen by them, so there are never two owners; `whenUnlocked` tries again.
 */
export class Lock {
  readonly #files: DataFiles
  readonly #path: string
  readonly #secret = randomBytes(32).toString('hex')

  /** @throws DataLockedError `TOPO_DATA_LOCKED` (exit 75) while another process uses the folder. */
  constructor(folder: string, files: DataFiles) {
    this.#files = files
    this.#path = join(folder, lockName())
    try {
      files.close(files.open(this.#path, 'private'))
      const others = locksIn(folder, files).filter(({ file }) => file !== this.#path)
      const running = others.filter((other) => other.running)
      const holder = running.find(({ content }) => content) ?? running[0]
      if (holder) throw lockedError(folder, holder)
      for (const { file } of others) files.remove(file)
      this.publish(null)
    } catch (error) {
      this.release()
      throw error
    }
  }

  /** Tells other processes where this one serves the data. Without it they can only wait. */
  publish(url: string | null): void {
    try {
      const descriptor = this.#files.open(this.#path, 'kept')
      try {
        writeAll(this.#files, descriptor, Buffer.from(JSON.stringify({ secret: this.#secret, url })), 0)
      } finally {
        this.#files.close(descriptor)
      }
    } catch {
      // A full disk is no reason not to serve reads.
    }
  }

  /** Proves to a process that can read the lock that this one wrote it. */
  prove(nonce: string): string {
    return proofOf(this.#secret, nonce)
  }

  /** Releases the folder. A lock file that cannot be removed names a process that ends soon. */
  release(): void {
    try {
      this.#files.remove(this.#path)
    } catch {}
  }
}

export const proofOf = (secret: string, nonce: string): string =>
  createHmac('sha256', secret).update(nonce).digest('hex')
