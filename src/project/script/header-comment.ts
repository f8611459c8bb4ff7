/** Finds the comment that holds a script's header, without looking at what it says. */

export interface HeaderComment {
  /** Offsets of the YAML between the opening and the closing dashes. */
  yamlStart: number
  yamlEnd: number
  /** Where the code begins: after the comment and its line end. */
  codeStart: number
  /** What is wrong with the comment itself, and where. */
  fault?: { message: string; fix: string; range: [start: number, end: number] }
}

/**
 * A comment that opens with `/*---` and a line end, or with a key on the same line. So a frame of dashes,
 * or `/*--- Part one ---`, stays an ordinary comment.
 */
const OPENING = /^\s*\/\*---(?=[ \t]*[\r\n]|[ \t]+[A-Za-z]+:\s)/
const CLOSING = '---*/'
const LINE_END = /[ \t]*(?:\r\n|\n|\r)/y

/** The header of a text without byte order mark, or undefined where it has none. */
export function findHeaderComment(text: string): HeaderComment | undefined {
  const opening = OPENING.exec(text)?.[0]
  if (opening === undefined) return undefined
  const yamlStart = opening.length
  const commentEnd = text.indexOf('*/', yamlStart)
  if (commentEnd < 0) {
    const range: [number, number] = [yamlStart - '/*---'.length, yamlStart]
    // No code can be told apart, so all of it is: its positions are those of the file.
    return { yamlStart, yamlEnd: yamlStart, codeStart: 0, fault: { ...UNTERMINATED, range } }
  }
  const codeStart = skipLineEnd(text, commentEnd + 2)
  const yamlEnd = commentEnd - 3
  if (yamlEnd >= yamlStart && text.startsWith(CLOSING, yamlEnd)) return { yamlStart, yamlEnd, codeStart }
  const fault = { ...UNTERMINATED, range: [commentEnd, commentEnd + 2] as [number, number] }
  return { yamlStart, yamlEnd: commentEnd, codeStart, fault }
}

/** Whether code must not stand at the beginning of a file, as it would be read as a header or lose its mark. */
export function looksLikeHeader(code: string): boolean {
  return code.startsWith('\uFEFF') || OPENING.test(code)
}

function skipLineEnd(text: string, offset: number): number {
  LINE_END.lastIndex = offset
  return LINE_END.test(text) ? LINE_END.lastIndex : offset
}

const UNTERMINATED = {
  message: 'The header does not end with `---*/`.',
  fix: 'Close it with `---*/` on a line of its own; inside a value write `*\\/` in double quotes.',
}
