/** Standard input, read only where it was asked for. */
import { usageError } from '../errors.ts'

/** All of it, however slow it comes. At a terminal, where it would hang, it is a usage error. */
export async function readStdin(what: string): Promise<Buffer> {
  if (process.stdin.isTTY) {
    throw usageError(`${what} is read from standard input, and that is a terminal.`, {
      code: 'TOPO_STDIN_TERMINAL',
      hint: 'Pipe it in, e.g. "command | topo …" or "topo … < file".',
    })
  }
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
