/** Places in a text: every line and column is one-based, as editors show them. */

/** From the first character up to, not including, `endLine:endColumn`. */
export interface Span {
  line: number
  column: number
  endLine: number
  endColumn: number
}

/** A span in a named file; `path` is relative to the project root, with `/`. */
export interface Place extends Span {
  path: string
}

/** Something in a file that keeps it from being sent, found before any rule of the validator runs. */
export interface Problem extends Place {
  rule: 'header' | 'import' | 'syntax'
  message: string
  fix: string
}

const LINE_END = /\r\n?|\n/g

/** The line and column of a character offset. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (const { 0: end, index } of text.slice(0, offset).matchAll(LINE_END)) {
    line++
    lineStart = index + end.length
  }
  return { line, column: offset - lineStart + 1 }
}

/** The span between two character offsets. */
export function spanAt(text: string, start: number, end: number): Span {
  const from = positionAt(text, start)
  const to = positionAt(text, Math.max(start, end))
  return { ...from, endLine: to.line, endColumn: to.column }
}
