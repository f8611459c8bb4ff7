/** Starts a checkout or resumes a pending one: *States and transitions*. */
import type { Consent } from '../../api/contract/billing-records.ts'
import type { Database } from '../database/database.ts'
import type { PaymentRow, UserRow } from '../database/rows.ts'
import { conflict } from '../http/http-error.ts'
import type { Bundle, Plan } from './catalog.ts'
import { storeConsent } from './consent.ts'
import { pendingPayment, settlePayment } from './payments.ts'
import { type Sale, spendPromo } from './promo.ts'
import { subscriptionOf } from './subscriptions.ts'

/** Creates the first payment of a subscription; a pending checkout of another plan fails first. */
export function subscribe(
  database: Database,
  { id: userId }: UserRow,
  plan: Plan,
  { consent, promoCode }: { consent: Consent; promoCode: string | undefined },
): PaymentRow {
  const current = subscriptionOf(database, userId)
  if (current?.status === 'active') {
    throw conflict('already_subscribed', 'this account already has an active subscription')
  }
  storeConsent(database, userId, consent)
  const pending = pendingPayment(database, userId, (payment) => payment.subscriptionId !== null)
  if (pending && current?.planId === plan.id) return pending
  if (pending) settlePayment(database, pending.id, 'failed')
  const { id: subscriptionId } = database.subscriptions.put({
    id: database.newId(),
    userId,
    planId: plan.id,
    status: 'pending',
    cancelAtPeriodEnd: false,
    periodEnd: null,
    cardToken: null,
  })
  const sale = { target: 'subscription', priceKopeks: plan.priceKopeks } as const
  return charge(database, { userId, subscriptionId, bundleId: null }, sale, promoCode)
}

/** Creates the payment for a bundle; checkouts of other bundles are unaffected. */
export function purchase(
  database: Database,
  { id: userId }: UserRow,
  bundle: Bundle,
  promoCode: string | undefined,
): PaymentRow {
  if (database.ownedBundles.get(`${userId} ${bundle.id}`)) {
    throw conflict('already_owned', `this account already owns the bundle ${bundle.id}`)
  }
  const sale = { target: 'bundle', priceKopeks: bundle.priceKopeks } as const
  return (
    pendingPayment(database, userId, ({ bundleId }) => bundleId === bundle.id) ??
    charge(database, { userId, subscriptionId: null, bundleId: bundle.id }, sale, promoCode)
  )
}

function charge(
  database: Database,
  of: Pick<PaymentRow, 'userId' | 'subscriptionId' | 'bundleId'>,
  sale: Sale,
  promoCode: string | undefined,
): PaymentRow {
  const amountKopeks =
    promoCode === undefined ? sale.priceKopeks : spendPromo(database, of.userId, promoCode, sale)
  return database.payments.put({
    id: database.newId(),
    ...of,
    orderId: database.newId(),
    status: 'pending',
    amountKopeks,
    promoCode: promoCode ?? null,
    createdAt: database.stamp(),
  })
}
