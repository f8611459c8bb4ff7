/** Standard input, read only where it was asked for. */
import { usageError } from '../errors.ts'

/** All of it, however slow it comes. At a terminal, where it would hang, it is a usage error. */
export async function readStdin(what: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of openStdin(what)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The same, a piece at a time. */
export function openStdin(what: string): AsyncIterable<Buffer> {
  if (process.stdin.isTTY) {
    throw usageError(`${what} is read from standard input, and that is a terminal.`, {
      code: 'TOPO_STDIN_TERMINAL',
      hint: 'Pipe it in, e.g. "command | topo …" or "topo … < file".',
    })
  }
  return process.stdin
}
