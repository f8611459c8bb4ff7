/** Result of a command that lists records. */
import type { Channel } from '../io/channel.ts'
import { table } from '../io/table.ts'
import type { Terminal } from '../io/terminal.ts'
import type { CommandResult } from './result.ts'

export const listResult = <Item>(
  items: readonly Item[],
  header: readonly string[],
  row: (item: Item, out: Channel) => readonly unknown[],
  totalCount = items.length,
): CommandResult => ({
  data: { items, totalCount },
  text: (out) =>
    table(
      out,
      header,
      items.map((item) => row(item, out)),
    ),
})

/**
 * Notes that a list is truncated, and how to get the rest.
 * @param all `--all` was given, so the service itself returned no more
 */
export function noteTruncated(
  terminal: Terminal,
  { items, totalCount }: { items: readonly unknown[]; totalCount: number },
  things: string,
  all: boolean,
): void {
  if (items.length >= totalCount) return
  const rest = all ? 'the service returned no more' : '--all lists the others'
  terminal.note(`${items.length} of ${totalCount} ${things}; ${rest}`)
}
