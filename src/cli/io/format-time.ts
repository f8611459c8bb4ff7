/** Formats a time: relative on a terminal, unchanged elsewhere. */
import type { Channel } from './channel.ts'

/** A unit is used from this many seconds. Months and years start at two: "in 30 days" says more than "next month". */
const units: readonly [Intl.RelativeTimeFormatUnit, seconds: number, from: number][] = [
  ['year', 31_536_000, 63_072_000],
  ['month', 2_592_000, 5_184_000],
  ['day', 86_400, 86_400],
  ['hour', 3600, 3600],
  ['minute', 60, 60],
]
/** Loads its tables, which takes milliseconds: only when a time is shown. */
let relative: Intl.RelativeTimeFormat | undefined

/** @param iso ISO 8601, as the service sends it; anything else is returned unchanged */
export function formatTime(out: Channel, iso: string | null | undefined): string {
  const moment = Date.parse(iso ?? '')
  if (!out.isTerminal || Number.isNaN(moment)) return iso ?? ''
  const seconds = Math.round((moment - out.clock.now()) / 1000)
  for (const [unit, length, from] of units) {
    if (Math.abs(seconds) < from) continue
    relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
    return relative.format(Math.trunc(seconds / length), unit)
  }
  return 'just now'
}
