/** Subscriptions by the service's clock: each read renews or ends them. */
import type { Database } from '../database/database.ts'
import type { SubscriptionRow } from '../database/rows.ts'
import { notFound } from '../http/http-error.ts'
import { planOf } from './catalog.ts'

export const dayMs = 86_400_000

/** Limits the rows after a large clock change; earlier periods leave no payment. */
const maxRenewals = 1000

/** Pending or active subscription of the user, brought up to date; must run inside a transaction. */
export function subscriptionOf(database: Database, userId: string): SubscriptionRow | undefined {
  const row = database.subscriptions.by('user', userId).find(({ status }) => status !== 'ended')
  if (row?.status !== 'active' || row.periodEnd === null || database.now() < row.periodEnd)
    return row
  if (!row.cancelAtPeriodEnd && row.cardToken !== null) return renew(database, row, row.periodEnd)
  database.subscriptions.put({ ...row, status: 'ended', cardToken: null })
  return undefined
}

/** Active subscription of the user, or 404 (rule 6). */
export function activeSubscription(database: Database, userId: string): SubscriptionRow {
  const row = subscriptionOf(database, userId)
  if (row?.status !== 'active') throw notFound('no active subscription')
  return row
}

/** Charges the full price (rule 4) for each period started since the last read. */
function renew(database: Database, row: SubscriptionRow, periodEnd: number): SubscriptionRow {
  const { priceKopeks, intervalDays } = planOf(row.planId)
  const interval = intervalDays * dayMs
  const periods = Math.floor((database.now() - periodEnd) / interval) + 1
  for (let period = Math.max(0, periods - maxRenewals); period < periods; period++) {
    database.payments.put({
      id: database.newId(),
      userId: row.userId,
      orderId: database.newId(),
      status: 'succeeded',
      amountKopeks: priceKopeks,
      subscriptionId: row.id,
      bundleId: null,
      promoCode: null,
      createdAt: new Date(periodEnd + period * interval).toISOString(),
    })
  }
  return database.subscriptions.put({ ...row, periodEnd: periodEnd + periods * interval })
}
