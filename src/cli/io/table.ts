/** Prints rows: a table on a terminal, tab-separated for `cut` and `awk` in a pipe. */
import { columnsOf } from '../../text/safe/for-report.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { graphemesOf } from '../../text/safe/graphemes.ts'
import { wrapText } from '../../text/wrap.ts'
import type { Channel } from './channel.ts'
import { listedCells } from './listed-cells.ts'

const gap = '  '

/** The narrowest columns of texts and of sentences. */
const least = { text: 12, sentence: 24 }

/**
 * On a terminal: a header and columns that fit its width. The column SCRIPT or PLACE, else the first one, is typed again, so it is
 * never cut. Cells of columns behind it are listed below their row where there is no room; of two columns, the second follows as text.
 * Sentences of the last column break between words, and texts in others are cut. On a terminal of unknown width nothing is cut.
 * In a pipe: `records`.
 */
export function table(
  out: Channel,
  header: readonly string[],
  rows: readonly (readonly unknown[])[],
): string {
  if (!out.isTerminal) return records(out, header, rows)
  if (rows.length === 0) return ''
  const cells = safeCells(rows)
  const widths = columnWidths(header, cells, out.width ?? Number.POSITIVE_INFINITY)
  if (widths.length === 1 && header.length === 2)
    return cells
      .map(([name = '', value = '']) => wrapText(value, out.width, `${name}  `))
      .join('\n')
  const line = (row: readonly string[]) => {
    const cell = (width: number, column: number) => truncate(row[column] ?? '', width)
    const parts = widths.map((width, column) => pad(cell(width, column), width))
    if (parts.length < header.length) return parts.join(gap).trimEnd()
    const lead = [...parts.slice(0, -1), ''].join(gap)
    return wrapText(row[parts.length - 1] ?? '', out.width, lead, 1).trimEnd()
  }
  const titles = header.slice(widths.length)
  const lines = cells.flatMap((row) => [
    line(row),
    ...listedCells(out, titles, row.slice(widths.length)),
  ])
  return [out.style('bold', line(header)), ...lines].join('\n')
}

/** For a pipe: one record per line, separated by tabs, uncut. The header goes to stderr. */
export function records(
  out: Channel,
  header: readonly string[],
  rows: readonly (readonly unknown[])[],
): string {
  if (header.length > 1 && rows.length > 0) out.nameColumns(header.join('\t'))
  return safeCells(rows)
    .map((row) => row.join('\t'))
    .join('\n')
}

const safeCells = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => row.map((cell) => forTerminal(String(cell ?? ''))))

const cellsOf = (rows: readonly string[][], column: number): string[] =>
  rows.map((row) => row[column] ?? '')

function columnWidths(
  header: readonly string[],
  rows: readonly string[][],
  width: number,
): number[] {
  const typed = Math.max(0, header.indexOf('SCRIPT'), header.indexOf('PLACE'))
  const columns = header.map((title, column) => [title, ...cellsOf(rows, column)])
  const widths = columns.map((texts) => Math.max(...texts.map((text) => columnsOf(text))))
  const lowest = widths.map((wanted, column) => {
    const isText = column !== typed && columns[column]?.some((text) => text.includes(' '))
    return isText
      ? Math.min(wanted, column === header.length - 1 ? least.sentence : least.text)
      : wanted
  })
  const over = (of: number[]) =>
    of.reduce((sum, one) => sum + one, gap.length * (of.length - 1)) - width
  while (over(lowest) > 0 && lowest.length > typed + 1) lowest.pop()
  widths.length = lowest.length
  while (over(widths) > 0 && over(lowest) <= 0) {
    const spare = (column: number) => (widths[column] ?? 0) > (lowest[column] ?? 0)
    const widest = Math.max(...widths.filter((_, column) => spare(column)))
    widths[widths.findIndex((one, column) => one === widest && spare(column))] = widest - 1
  }
  return over(widths) > 0 ? lowest : widths
}

/** Marks a cut with `…`. */
export function truncate(text: string, width: number): string {
  if (columnsOf(text) <= width) return text
  let kept = ''
  for (const segment of graphemesOf(text)) {
    if (columnsOf(kept + segment) > width - 1) break
    kept += segment
  }
  return `${kept}…`
}

export const pad = (text: string, width: number) =>
  text + ' '.repeat(Math.max(0, width - columnsOf(text)))
