/** Result of a command that lists records. */
import type { Channel } from '../io/channel.ts'
import { table } from '../io/table.ts'
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
