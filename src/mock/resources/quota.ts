/** Quota: *Profiles and quota* of the document. */
import { type QuotaKey, quotaKeys, unlimited } from '../../api/resources/quota.ts'
import type { Database } from '../database/database.ts'
import type { SpendingRow, UserRow } from '../database/rows.ts'
import { HttpError } from '../http/http-error.ts'
import { tiers, windowSeconds } from '../rules/plan-limits.ts'
import type { Handlers } from './handler.ts'

export const quota: Handlers<'quota'> = {
  me: ({ database, caller }) => ({
    tierId: caller.tier,
    isAdmin: caller.isAdmin,
    quotas: quotaKeys.map((key) => quotaEntry(database, caller, key)),
  }),
}

export function quotaEntry(database: Database, user: UserRow, key: QuotaKey) {
  const { used, limit } = stateOf(database, user, key)
  return { key, used, limit, windowSeconds: windowSeconds[key] }
}

/** Uses one unit of the quota, or throws 429 `quota_exceeded` (section *Errors*). */
export function spendQuota(database: Database, user: UserRow, key: QuotaKey): void {
  const { used, limit, expired } = stateOf(database, user, key)
  if (used >= limit) throw new HttpError(429, { error: 'quota_exceeded', quota: key, limit })
  // Reuses the row of an expired use, so that there are never more rows than the limit.
  const id = expired?.id ?? database.newId()
  database.spendings.put({ id, userId: user.id, quota: key, at: database.now() })
}

/** Uses of a quota inside its sliding window, the limit, and an expired use. */
function stateOf(database: Database, { id, tier }: UserRow, key: QuotaKey) {
  const all = database.spendings.by('user', id).filter((row) => row.quota === key)
  const isPast = ({ at }: SpendingRow) => at <= database.now() - windowSeconds[key] * 1000
  const limit = database.quotas[key] ?? tiers[tier].quotas[key]
  return {
    used: all.filter((row) => !isPast(row)).length,
    limit: limit === 'unlimited' ? unlimited : limit,
    expired: all.find(isPast),
  }
}
