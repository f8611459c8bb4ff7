/** Changes a file of the user's settings with `conf`: only its owner can read it, and parallel commands lose no change. */
import { chmodSync, closeSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Conf from 'conf'
import { KnownError, refusedError } from '../../errors.ts'
import { makeFolders } from '../../limits/make-folders.ts'

/** A change takes a few milliseconds, so a lock that is this old is left from a killed process. */
const STALE_MS = 5_000
const POLL_MS = 10

/**
 * Changes the contents while no other process does. Replaces the file at once, so that a reader or a kill sees the old
 * contents or the new.
 * @param change reads the file within its limit, and returns the new contents
 * @throws KnownError `TOPO_WRITE_FAILED` (exit 1), and what `change` throws.
 */
export function changeSettingsFile(file: string, change: () => object): void {
  const folder = dirname(file)
  const name = basename(file)
  let release: (() => void) | undefined
  try {
    release = lockFile(file)
    const contents = change()
    chmodSync(folder, 0o700)
    // Only the holder of the lock writes, so killed processes left these behind.
    for (const left of readdirSync(folder).filter((one) => one.startsWith(`${name}.tmp-`)))
      rmSync(join(folder, left), { recursive: true, force: true })
    const conf = new Conf<Record<string, unknown>>({
      cwd: folder,
      configName: name,
      fileExtension: '',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      clearInvalidConfig: true,
    })
    conf.store = { ...contents }
  } catch (cause) {
    if (cause instanceof KnownError) throw cause
    throw refusedError(
      `Cannot write ${file} (${(cause as NodeJS.ErrnoException).code ?? 'unknown error'}).`,
      {
        code: 'TOPO_WRITE_FAILED',
        hint: 'Check that you may write to the folder, or set TOPO_CONFIG_HOME to another folder.',
        cause,
      },
    )
  } finally {
    release?.()
  }
}

/**
 * Waits until no other process changes the file.
 * @returns releases the lock
 * @throws the error of the file system
 */
function lockFile(file: string): () => void {
  const lock = `${file}.lock`
  // `conf` would never end where `make-folders.ts` throws, so it must find the folder.
  makeFolders(dirname(file), 0o700)
  for (
    let seen = undefined as number | undefined, waited = 0;
    !isCreated(lock);
    waited += POLL_MS
  ) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
    const created = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (created !== seen) {
      seen = created
      waited = 0
    } else if (waited >= STALE_MS) rmSync(lock, { force: true })
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
