/**
 * Reads files up to a limit; works for growing files. All reads of outside files use it. topo only reads a pipe or a device that people
 * name: for an input that it never looks for, or by a path such as `/dev/stdin`. A shell makes such a path of `<(command)`.
 */
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { usageError } from '../errors.ts'
import { inputTooLarge, type LimitName, limits } from './limits.ts'
import { limitStream } from './stream.ts'

/**
 * Reads a whole file.
 * @param name name of the file in the error
 * @throws usage error `TOPO_INPUT_TOO_LARGE`; errors of the file system are passed on.
 */
export async function readFileWithin(limit: LimitName, file: string, name = file): Promise<Buffer> {
  // Another thread waits for the writer of a pipe.
  const handle = await open(file, mayBePipe(limit, file) ? 'r' : QUICKLY)
  try {
    const reading = readChunks(
      sizeOf(await handle.stat(), mayBePipe(limit, file), name),
      limit,
      name,
    )
    let step = reading.next(0)
    while (!step.done) {
      // With all arguments, because the file system of Yarn's PnP reads nothing by default.
      const { bytesRead } = await handle.read(step.value, 0, step.value.length, null)
      step = reading.next(bytesRead)
    }
    return step.value
  } finally {
    await handle.close()
  }
}

/** Synchronous version, which is faster for small files. */
export function readFileWithinSync(limit: LimitName, file: string, name = file): Buffer {
  const descriptor = openSync(file, QUICKLY)
  try {
    const stats = fstatSync(descriptor)
    const reading = readChunks(sizeOf(stats, mayBePipe(limit, file), name), limit, name)
    let isAwaited = stats.isFIFO() && !isSystemPath(file)
    let step = reading.next(0)
    while (!step.done) {
      step = reading.next(readOrWait(descriptor, step.value, isAwaited))
      isAwaited = false
    }
    return step.value
  } finally {
    closeSync(descriptor)
  }
}

export function readStartSync(file: string, most: number): Buffer {
  const descriptor = openSync(file, QUICKLY)
  try {
    sizeOf(fstatSync(descriptor), false, file)
    const start = Buffer.alloc(most)
    return start.subarray(0, readSync(descriptor, start, 0, most, 0))
  } finally {
    closeSync(descriptor)
  }
}

/** Like `readFileWithin`, but returns undefined if the file does not exist. */
export async function readFileIfExists(
  limit: LimitName,
  file: string,
  name = file,
): Promise<Buffer | undefined> {
  try {
    return await readFileWithin(limit, file, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Like `readFileIfExists`, for a file that will be overwritten. A pipe or a device has nothing to overwrite, and may never end. */
export const readOverwritten = async (
  limit: LimitName,
  file: string,
  name = file,
): Promise<Buffer | undefined> =>
  isPipeOrDevice(file) ? undefined : readFileIfExists(limit, file, name)

/** True for `/dev/stdout`, and for the path that a shell makes of `>(command)`. */
export function isPipeOrDevice(file: string): boolean {
  try {
    const stats = statSync(file)
    return !stats.isFile() && !stats.isDirectory()
  } catch {
    return false
  }
}

export const streamFileWithin = (
  limit: LimitName,
  file: string,
  name = file,
): AsyncGenerator<Uint8Array> =>
  limitStream(createReadStream(file), limits[limit].most, () => inputTooLarge(limit, name))

/** Opens a pipe without waiting for its writer. */
const QUICKLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

const isSystemPath = (file: string) => /^\/dev\/(fd\/)?\w+$|^\/proc\/\w+\/fd\/\d+$/.test(file)
const mayBePipe = (limit: LimitName, file: string) =>
  limits[limit].isNamed === true || isSystemPath(file)

/**
 * 0 for a folder, so that the read fails instead of the size check.
 * @throws usage error `TOPO_READ_FAILED` for a pipe or a device.
 */
function sizeOf(stats: Stats, isPipeAllowed: boolean, name: string): number {
  if (stats.isDirectory()) return 0
  if (stats.isFile() || isPipeAllowed) return stats.size
  throw usageError(`${name} is a pipe or a device, not a file.`, {
    code: 'TOPO_READ_FAILED',
    hint: 'Replace it by a file. A pipe is read as /dev/stdin, or as <(command) in a shell.',
  })
}

/** Milliseconds to wait for the writer of a pipe: enough to unlock a password manager. */
const WAIT_MS = 60_000
const POLL_MS = 20

/**
 * Waits for the writer of a pipe, but not forever, because nothing else runs in the meantime: not even the handler of Ctrl+C.
 * @param isAwaited true if no writer has opened the pipe yet: it looks like one at its end
 */
function readOrWait(descriptor: number, into: Buffer, isAwaited: boolean): number {
  for (let waited = 0; ; waited += POLL_MS) {
    try {
      const length = readSync(descriptor, into, 0, into.length, null)
      if (length > 0 || !isAwaited || waited >= WAIT_MS) return length
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waited >= WAIT_MS) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
  }
}

/** Chunk size for files of unknown size. */
const chunkSize = 64 * 1024

/** Yields the buffer for the next read, receives the number of bytes, and returns the whole content. */
function* readChunks(
  size: number,
  limit: LimitName,
  name: string,
): Generator<Buffer, Buffer, number> {
  const { most } = limits[limit]
  if (size > most) throw inputTooLarge(limit, name)
  const read: Buffer[] = []
  for (let length = 0; ; ) {
    // Pipes, devices and files in /proc report size 0 but have content.
    const piece = Buffer.allocUnsafe(size > 0 ? size - length : chunkSize)
    const bytes = piece.length === 0 ? 0 : yield piece
    if (bytes === 0) return read.length === 1 ? (read[0] as Buffer) : Buffer.concat(read)
    length += bytes
    if (length > most) throw inputTooLarge(limit, name)
    read.push(piece.subarray(0, bytes))
  }
}
