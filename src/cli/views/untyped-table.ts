/** What a service answers in a shape that nobody has promised, for people: what is known of it first, else all of it. */
import { type Loose, textIn } from '../../api/untyped.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { Answer } from '../command/result.ts'
import type { Channel } from '../io/channel.ts'
import { when } from '../io/format-time.ts'
import { table } from '../io/table.ts'

/** A title, and the names under which a service may give its value. */
export type Column = readonly [title: string, ...names: string[]]

/** Columns that nothing is known for are left out of a terminal; where all are, it shows what there is. */
export function looseTable(out: Channel, columns: readonly Column[], items: readonly Loose[]): string {
  const known = columns.filter(([, ...names]) => items.some((item) => textIn(item, ...names) !== undefined))
  const names = [...new Set(items.flatMap(Object.keys))].slice(0, 8)
  const shown: readonly Column[] =
    known.length === 0 ? names.map((name) => [name.toUpperCase(), name]) : out.isTerminal ? known : columns
  const cell = (item: Loose, [, ...of]: Column) => {
    const text = textIn(item, ...of)
    return of.some((name) => name.endsWith('At')) ? when(out, text) : text
  }
  return table(
    out,
    shown.map(([title]) => title),
    items.map((item) => shown.map((column) => cell(item, column))),
  )
}

/** A name and a value per line. */
export function looseRecord(out: Channel, record: Loose): string {
  const names = Object.keys(record).filter((name) => textIn(record, name) !== undefined)
  const width = Math.max(0, ...names.map((name) => forTerminal(name).length))
  return names
    .map((name) => {
      const value = forTerminal(textIn(record, name) ?? '')
      const title = forTerminal(name)
      return out.isTerminal ? `${out.style('dim', title.padEnd(width))}  ${value}` : `${title}\t${value}`
    })
    .join('\n')
}

export const looseList = (
  found: { items: Loose[]; totalCount: number },
  columns: readonly Column[],
): Answer => ({ data: found, text: (out) => looseTable(out, columns, found.items) })

export const looseAnswer = (record: Loose): Answer => ({
  data: record,
  text: (out) => looseRecord(out, record),
})
