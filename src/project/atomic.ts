/** Writes a file whole or not at all: a reader, or a kill at any moment, sees the old bytes or the new. */

import { ExitCode, KnownError } from '../errors.ts'

export interface AtomicOptions {
  /** Permission bits of a new file, and of an existing one too when given; else an existing file keeps its own. */
  mode?: number
  /** Wait until the bytes are on the disk, for what must outlive a power cut. Default true. */
  durable?: boolean
}

/**
 * Temporary file, then rename; parent folders are made, the mode of an existing file is kept.
 *
 * @throws KnownError `TOPO_WRITE_FAILED` (exit 1) where the file system refuses.
 */
export async function writeAtomic(
  file: string,
  data: string | Uint8Array,
  options: AtomicOptions = {},
): Promise<void> {
  const { writeFile } = await import('atomically')
  try {
    await writeFile(file, data, {
      fsync: options.durable ?? true,
      ...(options.mode === undefined ? {} : { mode: options.mode }),
    })
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new KnownError(`Cannot write ${file} (${code}).`, {
      code: 'TOPO_WRITE_FAILED',
      hint: 'Check that the folder exists, that you may write to it, and that the disk has room.',
      exitCode: ExitCode.refused,
      cause: error,
    })
  }
}
