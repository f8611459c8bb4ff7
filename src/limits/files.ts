/** The one place that reads files from outside: no more than a limit allows, be it a device, a pipe or a file that grows. */
import { closeSync, createReadStream, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { inputTooLarge, type LimitName, limits } from './limits.ts'
import { bounded } from './stream.ts'

/**
 * A whole file.
 * @param name what the error calls it
 * @throws usage error `TOPO_INPUT_TOO_LARGE`; what the file system says otherwise, as it is.
 */
export async function readFileWithin(limit: LimitName, file: string, name = file): Promise<Buffer> {
  const handle = await open(file)
  try {
    const reading = pieces(sizeOf(await handle.stat()), limit, name)
    let step = reading.next(0)
    while (!step.done) step = reading.next((await handle.read(step.value)).bytesRead)
    return step.value
  } finally {
    await handle.close()
  }
}

/** The same at once, which is quicker for small files. */
export function readFileWithinSync(limit: LimitName, file: string, name = file): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const reading = pieces(sizeOf(fstatSync(descriptor)), limit, name)
    let step = reading.next(0)
    while (!step.done) step = reading.next(readSync(descriptor, step.value, 0, step.value.length, null))
    return step.value
  } finally {
    closeSync(descriptor)
  }
}

/** The same, or undefined where there is no such file. */
export async function readFileIfThere(
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

/** A file in pieces, for what is worked on while it is read. */
export const streamFileWithin = (limit: LimitName, file: string, name = file): AsyncGenerator<Uint8Array> =>
  bounded(createReadStream(file), limits[limit].most, () => inputTooLarge(limit, name))

/** That of a folder is not of anything that could be read: reading it is what fails. */
const sizeOf = (stats: Stats): number => (stats.isDirectory() ? 0 : stats.size)

/** What does not say how long it is comes in pieces of this size. */
const pieceSize = 64 * 1024

/** Yields where the next bytes go, is told how many came, and returns all of them. */
function* pieces(size: number, limit: LimitName, name: string): Generator<Buffer, Buffer, number> {
  const { most } = limits[limit]
  if (size > most) throw inputTooLarge(limit, name)
  const read: Buffer[] = []
  for (let length = 0; ; ) {
    // Pipes, devices and files of /proc say 0 and hold something.
    const piece = Buffer.allocUnsafe(size > 0 ? size - length : pieceSize)
    const bytes = piece.length === 0 ? 0 : yield piece
    if (bytes === 0) return read.length === 1 ? (read[0] as Buffer) : Buffer.concat(read)
    length += bytes
    if (length > most) throw inputTooLarge(limit, name)
    read.push(piece.subarray(0, bytes))
  }
}
