/** Lets one process at a time change a file of the user's settings: parallel commands would lose each other's changes. */
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolders } from '../../limits/make-folders.ts'

/** A change takes a few milliseconds, so a lock that is this old is left from a killed process. */
const STALE_MS = 5_000
const POLL_MS = 10

/**
 * Waits until no other process changes the file.
 * @returns releases the lock
 * @throws the error of the file system
 */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`
  makeFolders(dirname(file), 0o700)
  for (let [seen, waited] = [undefined as number | undefined, 0]; !isCreated(lock); waited += POLL_MS) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
    const created = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (created !== seen) [seen, waited] = [created, 0]
    else if (waited >= STALE_MS) rmSync(lock, { force: true })
  }
  return () => rmSync(lock, { force: true })
}

function isCreated(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600))
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Windows refuses a name for a moment after its file was removed.
    if (code === 'EEXIST' || (process.platform === 'win32' && code === 'EPERM')) return false
    throw error
  }
}
