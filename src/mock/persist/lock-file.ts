/** Lock files of a data folder: what they say, and whether their processes still run. */
import { join } from 'node:path'
import { z } from 'zod'
import type { DataFiles } from './files.ts'
import { isRunning, type ProcessIdentity } from './identity.ts'

const word = z.string().max(300).nullable()

/** Written by another process, perhaps in another container or by another version of topo. */
const lockSchema = z.object({
  pid: z.int().positive(),
  started: word,
  space: word,
  network: word,
  host: z.string().regex(/^[\w.-]{0,255}$/),
  /** False while the process still looks for others. */
  held: z.boolean(),
  /** The process removed the lock of one that may still run. */
  tookOver: z.boolean(),
  /** Known only to those who can read the data: who knows it serves this data. */
  secret: z.string().regex(/^[0-9a-f]{64}$/),
  /** Address at which the process serves the data. */
  url: word,
})
export type LockContent = z.infer<typeof lockSchema> & ProcessIdentity

export interface LockFile {
  readonly name: string
  readonly path: string
  /** Undefined while it is being written, and for a file that is damaged or cannot be read. */
  readonly content: LockContent | undefined
  /**
   * False once the process has certainly ended, true while it certainly runs. Undefined if that cannot be known from
   * here: then only the process itself shows it, by writing the file again and again.
   */
  readonly running: boolean | undefined
}

/** The secrets of all locks that this process holds. */
export const heldLocks = new Set<string>()

export const lockName = (pid: number, random: number): string => `lock-${pid}-${random}`

/** Process that a lock file is named after; undefined for other files. */
export function lockPid(name: string): number | undefined {
  const pid = /^lock-(\d+)-\d+$/.exec(name)?.[1]
  return pid === undefined ? undefined : Number(pid)
}

/** Always as long: it is written over what was there. */
export function encodeLock(content: LockContent): Buffer {
  return Buffer.from(`${JSON.stringify(content).padEnd(lockLength)}\n`)
}

const lockLength = 1500

/** All lock files of a folder. */
export function lockFiles(folder: string, files: DataFiles): LockFile[] {
  return files
    .list(folder)
    .filter((name) => lockPid(name) !== undefined)
    .flatMap((name) => {
      const path = join(folder, name)
      // Its owner may have released it in the meantime.
      if (files.writtenAt(path) === undefined) return []
      const content = decodeLock(path, files)
      return { name, path, content, running: content && isOwnerRunning(content) }
    })
}

function isOwnerRunning(content: LockContent): boolean | undefined {
  const running = isRunning(content)
  if (running !== true || content.pid !== process.pid) return running
  // Another thread of this process may hold it, or it could not be removed when it was released.
  return heldLocks.has(content.secret) || undefined
}

function decodeLock(path: string, files: DataFiles): LockContent | undefined {
  try {
    return lockSchema.safeParse(JSON.parse(files.readStart(path).toString('utf8'))).data
  } catch {
    return undefined
  }
}
