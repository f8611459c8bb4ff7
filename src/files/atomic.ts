/** Writes a file atomically: a reader, or a kill at any moment, sees the old bytes or the new. */

import { rename, statSync, writeFileSync } from 'node:fs'
import { access, constants, lstat, rm, writeFile as writeInPlace } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { KnownError, refusedError } from '../errors.ts'
import { isPipeOrDevice } from '../limits/files.ts'
import { makeFolders } from '../limits/make-folders.ts'
import { assertInside } from './path-containment.ts'
import { TOPO_FOLDER } from './root.ts'
import { sweepTemporaryOnce, temporaryPath } from './temporary.ts'

export interface AtomicOptions {
  /** Permission bits. Without this an existing file keeps its own. */
  mode?: number
  /** Wait until the bytes are on disk, to survive a power cut. Default true. */
  durable?: boolean
  /** Project root: temporary files go into its `.topo` folder, if it exists, not beside the file. */
  root?: string
  /** A folder that the file must not leave through a link: for a name that no person typed. */
  boundary?: string
}

/**
 * Writes a temporary file, then renames it. Creates parent folders, keeps the mode of an existing file. Only a pipe or a device is
 * written in place.
 *
 * @throws KnownError `TOPO_WRITE_FAILED` (exit 1) if the file system refuses, `TOPO_OUTSIDE_PROJECT` for a link out of the boundary.
 */
export async function writeAtomic(
  file: string,
  data: string | Uint8Array,
  options: AtomicOptions = {},
): Promise<void> {
  if (options.boundary !== undefined) assertInside(options.boundary, file)
  const { writeFile } = await import('atomically')
  let used = path.dirname(file)
  const write = (folder: string | undefined) =>
    writeFile(file, data, {
      fsync: options.durable ?? true,
      timeout: RETRY_MS,
      ...(options.mode === undefined ? {} : { mode: options.mode }),
      tmpCreate: (target) => {
        used = folder ?? path.dirname(target)
        return temporaryPath(target, used)
      },
    })
  createFolderOf(file)
  try {
    if (isPipeOrDevice(file)) return await writeInPlace(file, data)
    const folder = options.root === undefined ? undefined : await topoFolderIn(options.root)
    try {
      await write(folder)
    } catch (error) {
      // `.topo` may be on another file system than the file.
      if (folder === undefined || (error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
      await write(undefined)
    }
    sweepTemporaryOnce(used, statSync(file, { throwIfNoEntry: false })?.mtimeMs)
  } catch (error) {
    throw writeError(file, error as NodeJS.ErrnoException)
  }
}

/** `atomically` ignores a refused mkdir and only reports that the folder does not exist. */
function createFolderOf(file: string): void {
  const folder = path.dirname(file)
  try {
    makeFolders(folder)
  } catch (error) {
    throw writeError(file, error as NodeJS.ErrnoException, `: cannot create the folder ${folder}`)
  }
}

function writeError(file: string, cause: NodeJS.ErrnoException, what = ''): KnownError {
  const { code = 'unknown error' } = cause
  return refusedError(`Cannot write ${file}${what} (${code}).`, {
    code: 'TOPO_WRITE_FAILED',
    hint: ['EACCES', 'EPERM'].includes(code)
      ? 'Choose a folder that you may write to. Run a container as the owner of the folder: docker run --user "$(id -u):$(id -g)".'
      : 'Check that the folder exists, that it is writable, and that the disk has free space.',
    cause,
  })
}

/** The failure of a write, with what it means for the run. Others, such as a link in place of a folder, stay. */
export function writeFailure(cause: unknown, message: string, hint: string): KnownError {
  if (cause instanceof KnownError && cause.code !== 'TOPO_WRITE_FAILED') return cause
  return refusedError(message, { code: 'TOPO_WRITE_FAILED', hint, cause })
}

/**
 * Like `writeAtomic` without `durable`, in a tenth of the time: for the many small files of a batch, which only topo writes.
 * Replaces a link instead of following it.
 */
export async function writeOwnFile(file: string, data: string): Promise<void> {
  const temporary = temporaryPath(file)
  try {
    writeFileSync(temporary, data, { flag: 'wx' })
    await promisify(rename)(temporary, file)
  } catch {
    await rm(temporary, { force: true }).catch(() => {})
    // It also creates the folder, and retries what another process holds for a moment.
    await writeAtomic(file, data, { durable: false })
  }
}

/**
 * Milliseconds to retry a failed write. On Windows a virus scanner may lock a file for seconds; elsewhere only too many
 * open files is temporary.
 */
const RETRY_MS = process.platform === 'win32' ? 7_500 : 500

async function topoFolderIn(root: string): Promise<string | undefined> {
  const folder = path.join(root, TOPO_FOLDER)
  try {
    await access(folder, constants.W_OK)
    return (await lstat(folder)).isDirectory() ? folder : undefined
  } catch {
    return undefined
  }
}
