/** Prints without a stream, because Node takes milliseconds to open one. */
import { writeSync } from 'node:fs'

/** Prints to stdout. A closed pipe is no failure: the reader has read enough. */
export function printAtOnce(text: string): void {
  let rest = Buffer.from(text)
  try {
    // A console of Windows needs the stream for its encoding.
    while (rest.length > 0 && process.platform !== 'win32') rest = rest.subarray(writeSync(1, rest))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EPIPE') return
    // The pipe does not block and is full; the stream waits for its reader.
    if (code !== 'EAGAIN') throw error
  }
  if (rest.length === 0) return
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.stdout.write(rest)
}
