/** Settles payments and applies the results. */
import type { Database } from '../database/database.ts'
import type { PaymentRow } from '../database/rows.ts'
import { conflict, found } from '../http/http-error.ts'
import { planOf } from './catalog.ts'
import { releasePromo } from './promo.ts'
import { dayMs } from './subscriptions.ts'

/** Pending payment of the user that satisfies `is`. */
export function pendingPayment(
  database: Database,
  userId: string,
  is: (row: PaymentRow) => boolean,
): PaymentRow | undefined {
  return database.payments.by('user', userId).find((row) => row.status === 'pending' && is(row))
}

/** Payments of the user, newest first. */
export function paymentsOf(database: Database, userId: string): PaymentRow[] {
  const payments = database.payments.by('user', userId)
  return payments.sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/**
 * Settles a payment as the payment provider reports it. Repeating a report changes nothing.
 * @throws HttpError 404 for an unknown payment, 409 `already_settled` for a different earlier report.
 */
export function settlePayment(
  database: Database,
  paymentId: string,
  status: 'succeeded' | 'failed',
): PaymentRow {
  return database.transaction(() => {
    const payment = found(database.payments.get(paymentId), 'payment')
    if (payment.status === status) return payment
    if (payment.status !== 'pending') {
      throw conflict('already_settled', `the payment is already settled: ${payment.status}`)
    }
    if (status === 'succeeded') onSucceeded(database, payment)
    else onFailed(database, payment)
    return database.payments.put({ ...payment, status })
  })
}

/** Starts the first period of a subscription, or grants a bundle. */
function onSucceeded(database: Database, { userId, subscriptionId, bundleId }: PaymentRow): void {
  if (bundleId !== null)
    database.ownedBundles.put({ id: `${userId} ${bundleId}`, userId, bundleId })
  const row = subscriptionId === null ? undefined : database.subscriptions.get(subscriptionId)
  if (!row) return
  const periodEnd = database.now() + planOf(row.planId).intervalDays * dayMs
  database.subscriptions.put({
    ...row,
    status: 'active',
    periodEnd,
    cardToken: `card_${database.newId()}`,
  })
}

/** Ends the pending subscription and releases the promo code. */
function onFailed(database: Database, { userId, subscriptionId, promoCode }: PaymentRow): void {
  if (promoCode !== null) releasePromo(database, userId, promoCode)
  const row = subscriptionId === null ? undefined : database.subscriptions.get(subscriptionId)
  if (row) database.subscriptions.put({ ...row, status: 'ended' })
}
