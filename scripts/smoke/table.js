// Formats the results as a Markdown table that is also readable as text.

/** @param rows lists of cells; the first is the head */
export function table(rows) {
  const widths = rows[0].map((_head, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  const [head, ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
