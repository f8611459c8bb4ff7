/** What JSON would become, told from its bytes: parsed, 64 MiB of `{},{},…` are more than a gigabyte. */

export interface JsonSize {
  /** Values in it, at any depth; counted no further than asked for. */
  values: number
  /** Levels of lists and objects inside each other. */
  depth: number
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Counts until there are more than `most` of either. What is not JSON has no size: nothing of it is parsed.
 * @param bytes UTF-8
 */
export function jsonSize(bytes: Uint8Array, most: JsonSize): JsonSize {
  const size = { values: 1, depth: 0 }
  let at = bytes.findIndex((byte) => byte > 0x20)
  if (bytes[at] !== openList && bytes[at] !== openObject) return size
  let level = 0
  for (; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) {
      for (at++; at < bytes.length && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++
    } else if (byte === comma) {
      size.values++
    } else if (byte === openList || byte === openObject) {
      size.values++
      level++
      if (level > size.depth) size.depth = level
    } else if (byte === closeList || byte === closeObject) level--
    if (size.values > most.values || size.depth > most.depth) return size
  }
  return size
}
