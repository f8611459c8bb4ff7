/** Shows answers whose shape is not specified: known columns first, else all. */
import { getText } from '../../api/client/untyped.ts'
import type { UntypedRecord } from '../../text/parse-json.ts'
import type { Channel } from '../io/channel.ts'
import { formatTime } from '../io/format-time.ts'
import { keyValueLines } from '../io/key-value-list.ts'
import { table } from '../io/table.ts'
import type { CommandResult } from './result.ts'

/** A title, and the names under which a service may give its value. */
export type UntypedColumn = readonly [title: string, ...names: string[]]

/** A terminal omits columns without values; if no column has one, it shows the keys of the items. */
export function untypedTable(
  out: Channel,
  columns: readonly UntypedColumn[],
  items: readonly UntypedRecord[],
): string {
  const shown = shownColumns(out, columns, items)
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

function shownColumns(
  out: Channel,
  columns: readonly UntypedColumn[],
  items: readonly UntypedRecord[],
): readonly UntypedColumn[] {
  const filled = columns.filter(([, ...names]) =>
    items.some((item) => getText(item, ...names) !== undefined),
  )
  if (filled.length > 0) return out.isTerminal ? filled : columns
  const keys = [...new Set(items.flatMap(Object.keys))].slice(0, 8)
  return keys.map((key) => [key.toUpperCase(), key])
}

/** A name and a value per line. */
export function untypedRecord(out: Channel, record: UntypedRecord): string {
  const facts = Object.keys(record).map((name) => [name, getText(record, name)] as const)
  return keyValueLines(out, facts)
}

export const untypedList = (
  found: { items: UntypedRecord[]; totalCount: number },
  columns: readonly UntypedColumn[],
): CommandResult => ({ data: found, text: (out) => untypedTable(out, columns, found.items) })

export const untypedResult = (record: UntypedRecord): CommandResult => ({
  data: record,
  text: (out) => untypedRecord(out, record),
})
