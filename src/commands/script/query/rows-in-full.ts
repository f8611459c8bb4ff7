/** Prints rows without cutting or leaving out anything: a table where it fits the terminal, else a list. */
import type { Channel } from '../../../cli/io/channel.ts'
import { listedCells, longestWord, widest } from '../../../cli/io/listed-cells.ts'
import { pad, records } from '../../../cli/io/table.ts'
import { columnsOf } from '../../../text/safe/for-report.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { wrapText } from '../../../text/wrap.ts'

/** A cell with the title of its column. */
export type TitledCell = readonly [title: string, cell: unknown]

const gap = '  '

/** Texts break between words only in columns that are wider. */
const NARROWEST = 12

export function rowsInFull(out: Channel, rows: readonly (readonly TitledCell[])[]): string {
  const titles = rows[0]?.map(([title]) => title) ?? []
  const cells = rows.map((row) => row.map(([, cell]) => forTerminal(String(cell ?? ''))))
  if (!out.isTerminal) return records(out, titles, cells)
  if (rows.length === 0) return ''
  const width = out.width ?? Number.POSITIVE_INFINITY
  const widths = columnWidths([titles, ...cells], width)
  if (widths === undefined) return cells.map((row) => listed(out, titles, row)).join('\n')
  const head = out.style('bold', rowLines(titles, widths))
  const lines = cells.map((row) => rowLines(row, widths))
  return [head, ...lines].join('\n')
}

/** Undefined if the longest words do not fit side by side. */
function columnWidths(rows: readonly (readonly string[])[], width: number): number[] | undefined {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''))
  const widths = columns.map((texts) => widest(texts, columnsOf))
  const lowest = columns.map((texts, column) => {
    const words = Math.max(NARROWEST, widest(texts, longestWord))
    return Math.min(widths[column] ?? 0, words)
  })
  const over = (of: number[]) =>
    of.reduce((sum, one) => sum + one, gap.length * (of.length - 1)) - width
  if (over(lowest) > 0) return undefined
  while (over(widths) > 0) {
    const spare = widths.map((one, column) => (one > (lowest[column] ?? 0) ? one : 0))
    const narrowed = spare.indexOf(Math.max(...spare))
    widths[narrowed] = (widths[narrowed] ?? 0) - 1
  }
  return widths
}

/** A row takes as many lines as its highest cell. */
function rowLines(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((cell, column) => wrapText(cell, widths[column], '', 1).split('\n'))
  const height = Math.max(...cells.map(({ length }) => length))
  const lineAt = (index: number) =>
    cells.map((texts, column) => pad(texts[index] ?? '', widths[column] ?? 0)).join(gap)
  return Array.from({ length: height }, (_, index) => lineAt(index).trimEnd()).join('\n')
}

/** The first cell, and below it the others that are not empty. */
function listed(
  out: Channel,
  [, ...titles]: readonly string[],
  [first = '', ...others]: readonly string[],
): string {
  return [out.style('bold', wrapText(first, out.width)), ...listedCells(out, titles, others)].join(
    '\n',
  )
}
