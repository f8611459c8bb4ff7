/** Shows answers whose shape is not specified: known columns first, else all. */
import type { UntypedRecord } from '../../api/envelope.ts'
import { getText } from '../../api/untyped.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { CommandResult } from '../command/result.ts'
import type { Channel } from '../io/channel.ts'
import { formatTime } from '../io/format-time.ts'
import { table } from '../io/table.ts'

/** A title, and the names under which a service may give its value. */
export type UntypedColumn = readonly [title: string, ...names: string[]]

/** A terminal omits columns without values; if no column has one, it shows the keys of the items. */
export function untypedTable(
  out: Channel,
  columns: readonly UntypedColumn[],
  items: readonly UntypedRecord[],
): string {
  const known = columns.filter(([, ...names]) => items.some((item) => getText(item, ...names) !== undefined))
  const names = [...new Set(items.flatMap(Object.keys))].slice(0, 8)
  const shown: readonly UntypedColumn[] =
    known.length === 0 ? names.map((name) => [name.toUpperCase(), name]) : out.isTerminal ? known : columns
  const cell = (item: UntypedRecord, [, ...of]: UntypedColumn) => {
    const text = getText(item, ...of)
    return of.some((name) => name.endsWith('At')) ? formatTime(out, text) : text
  }
  return table(
    out,
    shown.map(([title]) => title),
    items.map((item) => shown.map((column) => cell(item, column))),
  )
}

/** A name and a value per line. */
export function untypedRecord(out: Channel, record: UntypedRecord): string {
  const names = Object.keys(record).filter((name) => getText(record, name) !== undefined)
  const width = Math.max(0, ...names.map((name) => forTerminal(name).length))
  return names
    .map((name) => {
      const value = forTerminal(getText(record, name) ?? '')
      const title = forTerminal(name)
      return out.isTerminal ? `${out.style('dim', title.padEnd(width))}  ${value}` : `${title}\t${value}`
    })
    .join('\n')
}

export const untypedList = (
  found: { items: UntypedRecord[]; totalCount: number },
  columns: readonly UntypedColumn[],
): CommandResult => ({ data: found, text: (out) => untypedTable(out, columns, found.items) })

export const untypedResult = (record: UntypedRecord): CommandResult => ({
  data: record,
  text: (out) => untypedRecord(out, record),
})
