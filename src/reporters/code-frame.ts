/** Renders the lines around a finding, with carets under its span. */
import { columnsOf, forReportLine } from '../text/safe/for-report.ts'
import type { Span } from '../topology/index.ts'

export interface FrameOptions {
  /** Total columns; longer lines are cut around the span. */
  readonly width: number
  readonly dim: (text: string) => string
  readonly mark: (text: string) => string
}

/** The line before, the first line of the span with carets, and the line after; empty if the line does not exist. */
export function codeFrame(
  lines: readonly string[],
  span: Span,
  { width, dim, mark }: FrameOptions,
): string[] {
  if (span.line > lines.length) return []
  const gutter = String(Math.min(span.line + 1, lines.length)).length
  const room = Math.max(20, width - gutter - 6)
  const line = lines[span.line - 1] ?? ''
  const start = Math.min(span.column - 1, line.length)
  const endOnLine = Math.min(span.endColumn - 1, line.length)
  const end = span.endLine > span.line ? line.trimEnd().length : endOnLine

  // For a span far to the right, cut the start of the line.
  const from = start > room * 0.6 ? start - Math.floor(room * 0.3) : 0
  const lead = from > 0 ? '…' : ''
  const visible = (text: string) => {
    const printable = forReportLine(text.slice(from, from + room))
    const fitting = beginning(printable, room - columnsOf(lead))
    return (
      lead +
      (fitting.length < printable.length || text.length > from + room ? `${fitting}…` : fitting)
    )
  }
  const row = (number: number) => {
    const text = lines[number - 1]
    return text === undefined
      ? []
      : [`  ${dim(`${String(number).padStart(gutter)} │`)} ${visible(text)}`.trimEnd()]
  }
  const indent = columnsOf(lead + forReportLine(line.slice(from, start)))
  const marked = forReportLine(line.slice(start, Math.min(end, start + room)))
  const length = Math.max(1, Math.min(columnsOf(marked), room - indent))
  const border = dim(`${' '.repeat(gutter)} │`)
  const carets = `  ${border} ${' '.repeat(indent)}${mark('^'.repeat(length))}`
  return [...row(span.line - 1), ...row(span.line), carets, ...row(span.line + 1)]
}

/** Splits a text into lines without line endings. */
export const splitLines = (source: string): string[] =>
  source.split('\n').map((line) => line.replace(/\r$/, ''))

/** Cuts a text to a number of columns. */
function beginning(text: string, columns: number): string {
  let used = 0
  let fitting = ''
  for (const character of text) {
    used += columnsOf(character)
    if (used > columns) break
    fitting += character
  }
  return fitting
}
