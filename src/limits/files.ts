/** Reads files up to a limit; works for devices, pipes and growing files. All reads of outside files use it. */
import { closeSync, createReadStream, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { inputTooLarge, type LimitName, limits } from './limits.ts'
import { limitStream } from './stream.ts'

/**
 * Reads a whole file.
 * @param name name of the file in the error
 * @throws usage error `TOPO_INPUT_TOO_LARGE`; errors of the file system are passed on.
 */
export async function readFileWithin(limit: LimitName, file: string, name = file): Promise<Buffer> {
  const handle = await open(file)
  try {
    const reading = readChunks(sizeOf(await handle.stat()), limit, name)
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
  const descriptor = openSync(file, 'r')
  try {
    const reading = readChunks(sizeOf(fstatSync(descriptor)), limit, name)
    let step = reading.next(0)
    while (!step.done) step = reading.next(readSync(descriptor, step.value, 0, step.value.length, null))
    return step.value
  } finally {
    closeSync(descriptor)
  }
}

/** Reads at most the first `most` bytes of a file. */
export function readStartSync(file: string, most: number): Buffer {
  const descriptor = openSync(file, 'r')
  try {
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

/** Streams a file in chunks. */
export const streamFileWithin = (limit: LimitName, file: string, name = file): AsyncGenerator<Uint8Array> =>
  limitStream(createReadStream(file), limits[limit].most, () => inputTooLarge(limit, name))

/** 0 for a folder, so that the read fails instead of the size check. */
const sizeOf = (stats: Stats): number => (stats.isDirectory() ? 0 : stats.size)

/** Chunk size for files of unknown size. */
const chunkSize = 64 * 1024

/** Yields the buffer for the next read, receives the number of bytes, and returns the whole content. */
function* readChunks(size: number, limit: LimitName, name: string): Generator<Buffer, Buffer, number> {
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
