/** Converts offsets to lines and columns, and back. */

/** A range of text. All numbers are one-based; columns count UTF-16 units; the end is exclusive. */
export interface Span {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** The start of a text, for findings about the whole script. */
export const START: Span = { line: 1, column: 1, endLine: 1, endColumn: 1 }

/** Finds the line of an offset by binary search. */
export class LineIndex {
  readonly #starts: number[] = [0]
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    let end = text.indexOf('\n')
    while (end !== -1) {
      this.#starts.push(end + 1)
      end = text.indexOf('\n', end + 1)
    }
  }

  /** The span between two offsets; offsets outside the text are clamped. */
  span(start: number, end: number): Span {
    const from = this.#locate(start)
    const to = this.#locate(Math.max(start, end))
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
  }

  /** The span of the word at an offset, or of one character if there is no word. */
  wordAt(offset: number): Span {
    const start = Math.min(Math.max(offset, 0), this.#text.length)
    const word = /^[.#]?[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(
      this.#text.slice(start, start + 200),
    )
    return this.span(start, start + (word?.[0].length ?? 1))
  }

  /** The offset of a one-based line and column. */
  offset(line: number, column: number): number {
    const number = Math.min(Math.max(line, 1), this.#starts.length)
    const start = this.#starts[number - 1] ?? 0
    return Math.min(start + column - 1, this.#text.length)
  }

  #locate(offset: number): { line: number; column: number } {
    const at = Math.min(Math.max(offset, 0), this.#text.length)
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - (this.#starts[low] ?? 0) + 1 }
  }
}

/** Other text for a part of a text, between two offsets. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text after edits, which are sorted and do not overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = []
  let copied = 0
  for (const { start, end, text: other } of edits) {
    parts.push(text.slice(copied, start), other)
    copied = end
  }
  return parts.join('') + text.slice(copied)
}
