/** Breaks long lines of a terminal between words; a word that is wider stays whole, so that people can copy it. */
import { columnsOf } from './safe/for-report.ts'

/**
 * A text behind a lead. Further lines have the indent of its end, or 2 columns if the lead is long.
 *
 * @param width of the terminal; undefined in a pipe, where nothing is broken
 * @param least columns for the text: beside a lead that leaves less, it would be a column of single words
 */
export function wrapText(text: string, width: number | undefined, lead = '', least = 24): string {
  if (width === undefined) return lead + text
  const hangs = width - columnsOf(lead) >= least
  const [head, body, indent] = hangs
    ? [lead, text, columnsOf(lead)]
    : ['', lead.trimStart() + text, 2]
  const lines = body.split('\n').flatMap((line) => {
    if (columnsOf(line) <= width - indent) return [line]
    const [margin = ''] = /^ */.exec(line) ?? []
    return rowsOf(line.trim(), width - indent - margin.length).map((row) => margin + row)
  })
  return head + lines.join(`\n${' '.repeat(indent)}`)
}

/** Packages for this take 16 ms to load. Styles go on over the end of a row. */
function rowsOf(line: string, width: number): string[] {
  const rows: string[] = []
  let left = 0
  for (const word of line.split(/(?<=\S) /)) {
    const columns = columnsOf(word)
    left -= columns + 1
    if (left >= 0) rows.push(`${rows.pop()} ${word}`)
    else {
      rows.push(word.trimStart())
      left = width - columns
    }
  }
  return rows
}
