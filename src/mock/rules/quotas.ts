/** Quotas of users over a sliding window of the service's clock. */
import { type QuotaKey, unlimited } from '../../api/resources/quota.ts'
import type { Quotas } from '../database/quota-limits.ts'
import type { SpendingRow, UserRow } from '../database/rows.ts'
import { tiers, windowSeconds } from './plan-limits.ts'

/**
 * Uses of a quota inside the window, the limit, and an expired use.
 * @param spendings of the user
 * @param quotas that replace those of the tier
 */
export function quotaState(
  quota: QuotaKey,
  { tier }: UserRow,
  spendings: readonly SpendingRow[],
  quotas: Quotas,
  now: number,
): { used: number; limit: number; expired: SpendingRow | undefined } {
  const all = spendings.filter((row) => row.quota === quota)
  const isPast = ({ at }: SpendingRow) => at <= now - windowSeconds[quota] * 1000
  const limit = quotas[quota] ?? tiers[tier].quotas[quota]
  return {
    used: all.filter((row) => !isPast(row)).length,
    limit: limit === 'unlimited' ? unlimited : limit,
    expired: all.find(isPast),
  }
}
