/** Names temporary files after their process, so that a later run removes those of a killed one, and none of a running one. */
import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'

/** True if a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process is alive as well.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Milliseconds to keep files of other machines, and of numbers that another process may have now. */
const GRACE_MS = 10 * 60 * 1000

/** Containers share folders, but not the numbers of their processes. */
const host = () => crc32(hostname()).toString(16).padStart(8, '0')

/** Follows the name of a temporary file or folder; random characters come after it. */
export const temporaryMark = () => `.tmp-${host()}-${process.pid}-`

const MARK = /\.tmp-([0-9a-f]{8})-(\d{1,10})-\w+$/

/** A path for a temporary file, beside the file or in this folder. */
export function temporaryPath(file: string, folder = path.dirname(file)): string {
  const name = path.basename(file).slice(0, 64)
  const unique = randomBytes(8).toString('hex')
  return path.join(folder, `${name}${temporaryMark()}${unique}`)
}

const swept = new Set<string>()

/** Like `sweepTemporary`, at the first call for a folder: a batch writes thousands of files to one. */
export function sweepTemporaryOnce(folder: string, now?: number): void {
  if (swept.has(folder)) return
  swept.add(folder)
  sweepTemporary(folder, now)
}

/**
 * Removes temporary files and folders that killed processes left behind.
 * @param now time of the file system: without it, only those of this machine are removed
 */
export function sweepTemporary(folder: string, now = 0): void {
  for (const name of namesIn(folder)) {
    const [, itsHost, pid] = MARK.exec(name) ?? []
    if (pid === undefined) continue
    try {
      const stats = lstatSync(path.join(folder, name))
      const isKilled = itsHost === host() && !isAlive(Number(pid))
      const isOld = stats.isFile() && stats.mtimeMs < now - GRACE_MS
      const isOwn = stats.uid === (process.geteuid?.() ?? stats.uid)
      if (isOwn && (isKilled || isOld))
        rmSync(path.join(folder, name), { recursive: true, force: true })
    } catch {
      // A file that cannot be removed is harmless.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
