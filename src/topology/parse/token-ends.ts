/** Finds the ends of tokens of JavaScript. */
const DOLLAR = 0x24
export const QUOTE = 0x22
export const APOSTROPHE = 0x27
export const STAR = 0x2a
export const SLASH = 0x2f
const SQUARE = 0x5b
const BACKSLASH = 0x5c
const SQUARE_END = 0x5d
export const BACKTICK = 0x60

/** Behind the quote at the end; undefined for a string that its line does not end. */
export function endOfString(text: string, start: number, quote: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === 0x0a || code === 0x0d) return undefined
    if (code === BACKSLASH && text.startsWith('\r\n', ++at)) at++
  }
  return undefined
}

export function lineEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at++
  return at
}

export function isWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === DOLLAR ||
    code === 0x5f ||
    (code > 0x7f && !isLineEnd(code))
  )
}

export function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029
}

/** Where a template ends, or its next value starts; undefined if it has no end. */
export function endOfTemplate(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === BACKTICK || text.startsWith('${', at)) return at
  }
  return undefined
}

/** Behind the slash at the end; undefined for a slash that starts no regular expression. */
export function endOfRegularExpression(text: string, start: number): number | undefined {
  let isInClass = false
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isLineEnd(code)) return undefined
    if (code === BACKSLASH) at++
    else if (code === SQUARE) isInClass = true
    else if (code === SQUARE_END) isInClass = false
    else if (code === SLASH && !isInClass) return at + 1
  }
  return undefined
}
