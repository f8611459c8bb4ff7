/** Converts columns between UTF-16, which topo counts in, and the encoding that the client chose. */

/** `PositionEncodingKind` of the protocol. */
export type PositionEncoding = 'utf-8' | 'utf-16' | 'utf-32'

const SUPPORTED: readonly string[] = ['utf-8', 'utf-16', 'utf-32']

/** The first offered encoding that is supported: clients list them by preference. UTF-16 without an offer. */
export function chooseEncoding(offered: readonly string[] = []): PositionEncoding {
  const [chosen = 'utf-16'] = offered.filter((encoding) => SUPPORTED.includes(encoding))
  return chosen as PositionEncoding
}

/** Converts a column of the client to UTF-16 units; the end of the line for a column behind it. */
export function toUtf16(line: string, column: number, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return Math.min(column, line.length)
  let left = column
  let at = 0
  for (const character of line) {
    const width = widthOf(character, encoding)
    // A column inside a character means its start.
    if (left < width) break
    left -= width
    at += character.length
  }
  return at
}

/** Converts the text of a line before a position to a column of the client. */
export function columnAfter(before: string, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return before.length
  if (encoding === 'utf-8') return Buffer.byteLength(before)
  let characters = 0
  for (const _ of before) characters++
  return characters
}

const widthOf = (character: string, encoding: PositionEncoding): number =>
  encoding === 'utf-32' ? 1 : Buffer.byteLength(character)
