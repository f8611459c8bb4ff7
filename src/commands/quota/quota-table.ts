/** Quota table: used, left, limit and period. */
import { isUnlimited, leftOf, type QuotaEntry } from '../../api/resources/quota.ts'
import type { Channel, Style } from '../../cli/io/channel.ts'
import { table } from '../../cli/io/table.ts'

const barWidth = 16

/** On a terminal each quota has a bar, red when nothing is left. */
export function quotaTable(out: Channel, quotas: readonly QuotaEntry[]): string {
  const hasBar = (out.width ?? 0) >= 72
  return table(
    out,
    [
      'QUOTA',
      ...(hasBar ? [''] : []),
      'USED',
      'LEFT',
      'LIMIT',
      out.isTerminal ? 'RESETS' : 'SECONDS',
    ],
    quotas.map(({ key, used, limit, windowSeconds }) => [
      key,
      ...(hasBar ? [bar(out, used, limit)] : []),
      used,
      quotaAmount(leftOf({ used, limit })),
      quotaAmount(limit),
      out.isTerminal && windowSeconds !== undefined
        ? `within ${period(windowSeconds)}`
        : windowSeconds,
    ]),
  )
}

export const quotaAmount = (uses: number): number | string =>
  isUnlimited(uses) ? 'unlimited' : uses

function bar(out: Channel, used: number, limit: number): string {
  const share = usedShare(used, limit)
  const cells = usedCells(share)
  const style = barStyle(share)
  const filled = out.style(style, '█'.repeat(cells))
  const rest = out.style('dim', '░'.repeat(barWidth - cells))
  return `${filled}${rest}`
}

function usedShare(used: number, limit: number): number {
  if (isUnlimited(limit)) return 0
  return limit > 0 ? Math.min(1, used / limit) : 1
}

/** At least one cell for what is used, and one for what is left. */
function usedCells(share: number): number {
  if (share === 0 || share === 1) return share * barWidth
  return Math.min(barWidth - 1, Math.max(1, Math.round(share * barWidth)))
}

function barStyle(share: number): Style {
  if (share === 1) return 'red'
  return share >= 0.8 ? 'yellow' : 'green'
}

/** Formats a period: 86400 s are `24 h`. */
function period(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}
