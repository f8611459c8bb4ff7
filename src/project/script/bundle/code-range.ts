/** The code of a script is its file without the lines of its header: converts places between both. */

import type { Span } from '../../../files/position.ts'
import { LineIndex } from '../../../topology/model/position.ts'
import type { TextRange } from './default-export.ts'

export const withoutRange = (text: string, { start, end }: TextRange): string =>
  text.slice(0, start) + text.slice(end)

/** The range in the file of a range in the code. */
export function rangeInFile(header: TextRange, { start, end }: TextRange): TextRange {
  const length = header.end - header.start
  return {
    start: start >= header.start ? start + length : start,
    end: end > header.start || start >= header.start ? end + length : end,
  }
}

/** Maps a span of the code to the file: what is behind the header moves down, and right if it shares the last line of the header. */
export function spanInFile(text: string, header: TextRange): (span: Span) => Span {
  if (header.start === header.end) return spanAlone
  const { line, column, endLine, endColumn } = new LineIndex(text).span(header.start, header.end)
  const isBehind = (at: Point) => at.line > line || (at.line === line && at.column >= column)
  const move = (at: Point): Point => ({
    line: at.line + endLine - line,
    column: at.line === line ? at.column + endColumn - column : at.column,
  })
  return (span) => {
    const start = { line: span.line, column: span.column }
    const end = { line: span.endLine, column: span.endColumn }
    const moved = isBehind(start) ? move(start) : start
    // A span that ends at the start of the header does not contain it.
    const isEndMoved =
      isBehind(start) || (isBehind(end) && !(end.line === line && end.column === column))
    const movedEnd = isEndMoved ? move(end) : end
    return { ...moved, endLine: movedEnd.line, endColumn: movedEnd.column }
  }
}

/** Drops all other properties of what has the span. */
const spanAlone = ({ line, column, endLine, endColumn }: Span): Span => ({
  line,
  column,
  endLine,
  endColumn,
})

interface Point {
  readonly line: number
  readonly column: number
}
