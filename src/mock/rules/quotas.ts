/** Quotas of users over a sliding window of the service's clock. */
import { type QuotaKey, quotaKeys, unlimited } from '../../api/resources/quota.ts'
import type { Database } from '../database/database.ts'
import type { SpendingRow, UserRow } from '../database/rows.ts'
import { HttpError } from '../http/http-error.ts'
import { tiers, windowSeconds } from './plan-limits.ts'

function limitOf({ quotas }: Database, user: UserRow, quota: QuotaKey): number {
  const limit = quotas[quota] ?? tiers[user.tier].quotas[quota]
  return limit === 'unlimited' ? unlimited : limit
}

/** Uses one unit of the quota, or throws 429 `quota_exceeded` (section *Errors*). */
export function spendQuota(database: Database, user: UserRow, quota: QuotaKey): void {
  const limit = limitOf(database, user, quota)
  const [current, past] = spendings(database, user, quota)
  if (current.length >= limit) throw new HttpError(429, { error: 'quota_exceeded', quota, limit })
  // Reuses the row of an expired use, so that there are never more rows than the limit.
  const id = past[0]?.id ?? database.newId()
  database.spendings.put({ id, userId: user.id, quota, at: database.now() })
}

/** The four entries of `GET /v1/quota/me`. */
export function quotaEntries(database: Database, user: UserRow) {
  return quotaKeys.map((key) => ({
    key,
    used: spendings(database, user, key)[0].length,
    limit: limitOf(database, user, key),
    windowSeconds: windowSeconds[key],
  }))
}

/** Uses inside the window, and expired ones. */
function spendings(database: Database, user: UserRow, quota: QuotaKey): [SpendingRow[], SpendingRow[]] {
  const since = database.now() - windowSeconds[quota] * 1000
  const all = database.spendings.by('user', user.id).filter((row) => row.quota === quota)
  return [all.filter((row) => row.at > since), all.filter((row) => row.at <= since)]
}
