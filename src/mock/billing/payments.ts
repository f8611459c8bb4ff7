/** Settles payments and applies the results. */

import type { Database } from '../database/database.ts'
import type { PaymentRow } from '../database/rows.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import { planOf } from './catalog.ts'
import { releasePromo } from './promo.ts'
import { dayMs } from './subscriptions.ts'

/** Pending payment of the user that satisfies `is`. */
export function pendingPayment(
  world: Database,
  userId: string,
  is: (row: PaymentRow) => boolean,
): PaymentRow | undefined {
  return world.payments.by('user', userId).find((row) => row.status === 'pending' && is(row))
}

/** Payments of the user, newest first. */
export function paymentsOf(world: Database, userId: string): PaymentRow[] {
  return world.payments.by('user', userId).sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/**
 * Settles a payment as the payment provider reports it. Repeating a report changes nothing.
 * @throws HttpError 404 for an unknown payment, 409 `already_settled` for a different earlier report.
 */
export function settlePayment(
  world: Database,
  paymentId: string,
  status: 'succeeded' | 'failed',
): PaymentRow {
  return world.transaction(() => {
    const payment = world.payments.get(paymentId)
    if (!payment) throw notFound('payment not found')
    if (payment.status === status) return payment
    if (payment.status !== 'pending') {
      throw new HttpError(409, {
        error: 'already_settled',
        message: `the payment is already settled: ${payment.status}`,
      })
    }
    if (status === 'succeeded') onSucceeded(world, payment)
    else onFailed(world, payment)
    return world.payments.put({ ...payment, status })
  })
}

/** Starts the first period of a subscription, or grants a bundle. */
function onSucceeded(world: Database, { userId, subscriptionId, bundleId }: PaymentRow): void {
  if (bundleId !== null) world.ownedBundles.put({ id: `${userId} ${bundleId}`, userId, bundleId })
  const row = subscriptionId === null ? undefined : world.subscriptions.get(subscriptionId)
  if (!row) return
  const periodEnd = world.now() + planOf(row.planId).intervalDays * dayMs
  world.subscriptions.put({ ...row, status: 'active', periodEnd, cardToken: `card_${world.newId()}` })
}

/** Ends the pending subscription and releases the promo code. */
function onFailed(world: Database, { userId, subscriptionId, promoCode }: PaymentRow): void {
  if (promoCode !== null) releasePromo(world, userId, promoCode)
  const row = subscriptionId === null ? undefined : world.subscriptions.get(subscriptionId)
  if (row) world.subscriptions.put({ ...row, status: 'ended' })
}
