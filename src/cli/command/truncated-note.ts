/** Notes that a list is truncated, and how to get the rest. */
import type { Terminal } from '../io/terminal.ts'

/** @param all `--all` was given, so the service itself returned no more */
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
