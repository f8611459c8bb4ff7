/** Prints rows: a table on a terminal, tab-separated for `cut` and `awk` in a pipe. */
import stringWidth from 'string-width'
import { forTerminal } from '../../text/for-terminal.ts'
import type { Channel } from './channel.ts'

const gap = '  '

/**
 * On a terminal: a header and columns that fit its width; the widest are cut first. In a pipe: one record per line,
 * separated by tabs, uncut, without a header.
 */
export function table(
  out: Channel,
  header: readonly string[],
  rows: readonly (readonly unknown[])[],
): string {
  const cells = rows.map((row) => row.map((cell) => forTerminal(String(cell ?? ''))))
  if (!out.isTerminal) return cells.map((row) => row.join('\t')).join('\n')
  if (cells.length === 0) return ''
  const widths = columnWidths(
    header.map((title, column) =>
      Math.max(...[title, ...cells.map((row) => row[column] ?? '')].map((cell) => stringWidth(cell))),
    ),
    out.width ?? 80,
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => pad(truncate(cell, widths[column] ?? 0), widths[column] ?? 0))
      .join(gap)
      .trimEnd()
  return [out.style('bold', line(header)), ...cells.map(line)].join('\n')
}

function columnWidths(wanted: number[], width: number): number[] {
  const widths = [...wanted]
  const total = () => widths.reduce((sum, w) => sum + w, gap.length * (widths.length - 1))
  while (total() > width && Math.max(...widths) > 8) {
    widths[widths.indexOf(Math.max(...widths))] = Math.max(...widths) - 1
  }
  return widths
}

/** Marks a cut with `…`. */
export function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(kept + segment) > width - 1) break
    kept += segment
  }
  return `${kept}…`
}

export const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - stringWidth(text)))
