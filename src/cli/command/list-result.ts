/** Result of a command that lists records. */
import { joined } from '../../text/words.ts'
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

/** The same with totals: the last line of a log, and of a terminal. */
export const withTotals = (result: CommandResult, totals: string): CommandResult => ({
  ...result,
  totals,
  text: (out) => {
    const text = result.text(out)
    return out.isTerminal ? joined('\n', text, out.style('bold', totals)) : text
  },
})

/**
 * Reads a list as far as `pageFlags` ask for it. If it is truncated, notes how to get the rest.
 * @param things the name of its items
 */
export async function readPage<List extends { items: readonly unknown[]; totalCount: number }>(
  terminal: Terminal,
  { all, limit }: { all: boolean; limit: number },
  things: string,
  read: (most: number) => Promise<List>,
): Promise<List> {
  const found = await read(all ? Number.POSITIVE_INFINITY : limit)
  const { items, totalCount } = found
  const rest = all ? 'the service returned no more' : '--all lists the others'
  if (items.length < totalCount)
    terminal.note(`${items.length} of ${totalCount} ${things}; ${rest}`)
  return found
}
