/** Payments from pending to settled, and what follows from each. */
import { HttpError, notFound } from '../http/http-error.ts'
import type { Database } from '../world/database.ts'
import type { PaymentRow } from '../world/rows.ts'
import { planOf } from './catalog.ts'
import { releasePromo } from './promo.ts'
import { dayMs } from './subscriptions.ts'

/** The user's payment that is still pending and that `is` says yes to. */
export function pendingPayment(
  world: Database,
  userId: string,
  is: (row: PaymentRow) => boolean,
): PaymentRow | undefined {
  return world.payments.by('user', userId).find((row) => row.status === 'pending' && is(row))
}

/** The user's payments, the newest first. */
export function paymentsOf(world: Database, userId: string): PaymentRow[] {
  return world.payments.by('user', userId).sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/**
 * What the payment provider reports. The same report twice is one.
 * @throws Refusal 404 for an unknown payment, 409 `already_settled` for one that was reported otherwise.
 */
export function settlePayment(
  world: Database,
  paymentId: string,
  status: 'succeeded' | 'failed',
): PaymentRow {
  return world.transaction(() => {
    const payment = world.payments.get(paymentId)
    if (!payment) throw notFound('there is no such payment')
    if (payment.status === status) return payment
    if (payment.status !== 'pending') {
      throw new HttpError(409, { error: 'already_settled', message: `the payment has ${payment.status}` })
    }
    if (status === 'succeeded') onSucceeded(world, payment)
    else onFailed(world, payment)
    return world.payments.put({ ...payment, status })
  })
}

/** A subscription begins its first period, a bundle is owned. */
function onSucceeded(world: Database, { userId, subscriptionId, bundleId }: PaymentRow): void {
  if (bundleId !== null) world.ownedBundles.put({ id: `${userId} ${bundleId}`, userId, bundleId })
  const row = subscriptionId === null ? undefined : world.subscriptions.get(subscriptionId)
  if (!row) return
  const periodEnd = world.now() + planOf(row.planId).intervalDays * dayMs
  world.subscriptions.put({ ...row, status: 'active', periodEnd, cardToken: `card_${world.newId()}` })
}

/** A subscription ends before it began, and the promo code may be used again. */
function onFailed(world: Database, { userId, subscriptionId, promoCode }: PaymentRow): void {
  if (promoCode !== null) releasePromo(world, userId, promoCode)
  const row = subscriptionId === null ? undefined : world.subscriptions.get(subscriptionId)
  if (row) world.subscriptions.put({ ...row, status: 'ended' })
}
