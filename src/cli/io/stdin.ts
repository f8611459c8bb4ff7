/** Standard input, read only where it was asked for. */
import { usageError } from '../../errors.ts'
import { inputTooLarge, type LimitName, limits } from '../../limits/limits.ts'
import { readAll } from '../../limits/stream.ts'

/**
 * All of it, however slow it comes.
 * @param what is read, for messages: `The script`
 * @throws usage error `TOPO_STDIN_TERMINAL` at a terminal, where it would hang, and `TOPO_INPUT_TOO_LARGE`.
 */
export const readStdin = (what: string, limit: LimitName): Promise<Buffer> =>
  readAll(openStdin(what), limits[limit].most, () => inputTooLarge(limit, `${what} on standard input`))

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
