/** Reads standard input, only on request. */
import { usageError } from '../../../errors.ts'
import { requireText } from '../../../files/decode.ts'
import { inputTooLarge, type LimitName, limits } from '../../../limits/limits.ts'
import { readAll } from '../../../limits/stream.ts'

/**
 * Reads everything, however slowly it arrives.
 * @param what name for messages: `The script`
 * @throws usage error at a terminal, where it would hang, and `TOPO_INPUT_TOO_LARGE`.
 */
export const readStdin = (what: string, limit: LimitName): Promise<Buffer> =>
  readAll(openStdin(what), limits[limit].most, () =>
    inputTooLarge(limit, `${what} on standard input`),
  )

/** Text for the service, in UTF-8. @throws usage error `TOPO_NOT_UTF8`, and what `readStdin` throws. */
export const readStdinText = async (what: string, limit: LimitName = 'text'): Promise<string> =>
  requireText(await readStdin(what, limit), `${what} on standard input`)

/** Standard input in chunks. */
export function openStdin(what: string): AsyncIterable<Buffer> {
  if (process.stdin.isTTY) {
    throw usageError(`${what} is read from standard input, but that is a terminal.`, {
      hint: 'Pipe it in, e.g. "command | topo …" or "topo … < file".',
    })
  }
  return process.stdin
}
