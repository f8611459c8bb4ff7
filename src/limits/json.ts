/** Estimates the size of JSON before parsing: 64 MiB of `{},{},…` would use over a gigabyte. */

export interface JsonSize {
  /** Number of values at any depth; counting stops at the limit. */
  values: number
  /** Nesting depth of lists and objects. */
  depth: number
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/**
 * Counts values and depth until one exceeds `most`. Text that is not JSON has size 1, because it is not parsed.
 * @param bytes UTF-8
 */
export function jsonSize(bytes: Uint8Array, most: JsonSize): JsonSize {
  const size = { values: 1, depth: 0 }
  let at = bytes.findIndex((byte) => byte > 0x20)
  if (bytes[at] !== openList && bytes[at] !== openObject) return size
  let level = 0
  for (; at < bytes.length; at++) {
    const byte = bytes[at]
    switch (byte) {
      case quote:
        at = closingQuote(bytes, at)
        break
      case comma:
        size.values++
        break
      case openList:
      case openObject:
        size.values++
        level++
        if (level > size.depth) size.depth = level
        break
      case closeList:
      case closeObject:
        level--
    }
    if (size.values > most.values || size.depth > most.depth) return size
  }
  return size
}

/** The position of the quote that ends the string, or the end of the text. */
function closingQuote(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== quote) {
    const isEscape = bytes[at] === backslash
    at += isEscape ? 2 : 1
  }
  return at
}
