/** Finds the header comment of a script, without parsing its YAML. */

export interface HeaderComment {
  /** Offsets of the YAML between the opening and the closing dashes. */
  yamlStart: number
  yamlEnd: number
  /** Start of the code: after the comment and its line end. */
  codeStart: number
  /** Error in the comment itself, and its range. */
  fault?: { message: string; fix: string; range: [start: number, end: number] }
}

/**
 * A comment that starts with `/*---` and a line end, or with a key on the same line. So a frame of dashes,
 * or `/*--- Part one ---`, stays an ordinary comment.
 */
const OPENING = /^\s*\/\*---(?=[ \t]*[\r\n]|[ \t]+[A-Za-z]+:\s)/
const CLOSING = '---*/'
const LINE_END = /[ \t]*(?:\r\n|\n|\r)/y

/** Finds the header of a text without byte order mark; undefined if missing. */
export function findHeaderComment(text: string): HeaderComment | undefined {
  const opening = OPENING.exec(text)?.[0]
  if (opening === undefined) return undefined
  const yamlStart = opening.length
  const commentEnd = text.indexOf('*/', yamlStart)
  if (commentEnd < 0) {
    const range: [number, number] = [yamlStart - '/*---'.length, yamlStart]
    // The code cannot be separated, so the whole text is code.
    return { yamlStart, yamlEnd: yamlStart, codeStart: 0, fault: { ...UNTERMINATED, range } }
  }
  const codeStart = skipLineEnd(text, commentEnd + 2)
  const yamlEnd = commentEnd - 3
  if (yamlEnd >= yamlStart && text.startsWith(CLOSING, yamlEnd)) return { yamlStart, yamlEnd, codeStart }
  const fault = { ...UNTERMINATED, range: [commentEnd, commentEnd + 2] as [number, number] }
  return { yamlStart, yamlEnd: commentEnd, codeStart, fault }
}

/** True if code cannot be at the start of a file: it would be read as a header, or lose its byte order mark. */
export function looksLikeHeader(code: string): boolean {
  return code.startsWith('\uFEFF') || OPENING.test(code)
}

function skipLineEnd(text: string, offset: number): number {
  LINE_END.lastIndex = offset
  return LINE_END.test(text) ? LINE_END.lastIndex : offset
}

const UNTERMINATED = {
  message: 'The header does not end with `---*/`.',
  fix: 'Close it with `---*/` on a separate line; inside a value write `*\\/` in double quotes.',
}
