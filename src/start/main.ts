/** Entry point of `bin/run.js`: loads the command line. */
import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Commands have no answer at once, and the loader is faster. */
const isCommand = /^(?!help$)\w/

/** @param folder of the built modules, `dist` */
export async function startTopo(folder: string, argv: string[]): Promise<void> {
  const entry = join(folder, 'main.js')
  const root = dirname(folder)
  if (!isCommand.test(argv[0] ?? '')) {
    const commandLine = createRequire(entry)(entry) as Entry
    const answer = commandLine.answerAtOnce(argv, root)
    if (answer !== undefined) return printAtOnce(answer, commandLine)
  }
  const { loaderOf } = await import('./loader.ts')
  await (loaderOf(folder)(entry) as Entry).main(argv, root)
  // A stream reports a failed write one turn later.
  setImmediate(exitOnceWritten)
}

type Entry = typeof import('../cli/main.ts')

/** On Windows, Node may crash if it exits right after a request (nodejs/node#56645). */
const graceMs = process.platform === 'win32' ? 1000 : 0
const pollMs = 10

/**
 * Ends the process when the command has ended and its output is written.
 *
 * Does not wait for what is left, such as a DNS lookup, which cannot be cancelled. Node also collects garbage before it ends by
 * itself, which takes 10 ms.
 */
function exitOnceWritten(): void {
  const isWritten = [process.stdout, process.stderr].every(
    ({ destroyed, writableLength }) => destroyed || writableLength === 0,
  )
  if (!isWritten) setTimeout(exitOnceWritten, pollMs).unref()
  else if (graceMs > 0) setTimeout(() => process.exit(), graceMs).unref()
  else process.exit()
}

/** Prints to stdout without a stream, because Node takes milliseconds to open one. */
function printAtOnce(text: string, commandLine: Entry): void {
  let rest = Buffer.from(text)
  try {
    // A console of Windows needs the stream for its encoding.
    while (rest.length > 0 && process.platform !== 'win32') rest = rest.subarray(writeSync(1, rest))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // The reader has read enough.
    if (code === 'EPIPE') return
    // The pipe does not block and is full; the stream waits for its reader.
    if (code !== 'EAGAIN') {
      commandLine.reportUnwritten(error as Error)
      return
    }
  }
  if (rest.length === 0) return
  commandLine.watchStandardOutput()
  process.stdout.write(rest)
}
