/** A list that was not read to its end says so, and how to get the rest. */
import type { Terminal } from '../io/terminal.ts'

/** @param all all of it was asked for, so the service itself gave no more */
export function tellOfRest(
  terminal: Terminal,
  { items, totalCount }: { items: readonly unknown[]; totalCount: number },
  things: string,
  all: boolean,
): void {
  if (items.length >= totalCount) return
  const rest = all ? 'the service gave no more' : '--all shows the others'
  terminal.note(`${items.length} of ${totalCount} ${things}; ${rest}`)
}
