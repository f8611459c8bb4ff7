/** Stops what would do the opposite of a header that topo does not read. */

import { refusedError } from '../../errors.ts'
import { positionAt } from '../../files/position.ts'
import { scanHeader } from './header/scan-header.ts'
import type { LocalScript } from './load.ts'

/**
 * @param consequence a sentence, such as "Nothing was published."
 * @throws KnownError `TOPO_INVALID` at the first comment that looks like a header and is none
 */
export function assertHeaderRead(
  { path, text }: Pick<LocalScript, 'path' | 'text'>,
  consequence: string,
): void {
  const [lookalike] = scanHeader(text).lookalikes
  if (lookalike === undefined) return
  const { line, column } = positionAt(text, lookalike.range[0])
  throw refusedError(`${path}:${line}:${column}: ${lookalike.message}`, {
    code: 'TOPO_INVALID',
    hint: `${consequence} ${lookalike.fix}`,
  })
}
