/** Billing: status, prices, checkouts and the caller's subscription, by *Billing* of the document. */
import { bundleOf, bundles, planCatalog, planOf } from '../billing/catalog.ts'
import { purchase, subscribe } from '../billing/checkout.ts'
import { checkConsent, consentRequired, revokeConsents } from '../billing/consent.ts'
import { paymentsOf, pendingPayment } from '../billing/payments.ts'
import { previewPromo } from '../billing/promo.ts'
import { checkoutOf } from '../billing/provider.ts'
import { activeSubscription, subscriptionOf } from '../billing/subscriptions.ts'
import type { PaymentRow, SubscriptionRow } from '../database/rows.ts'
import type { Handlers } from './handler.ts'

/** *Limits*: billing history. */
const maxPayments = 50

export const billing: Handlers<'billing'> = {
  status: ({ database }) => ({ configured: database.provider !== 'none' }),

  bundles: ({ database, caller }) => {
    const items = bundles.map((bundle) => {
      const pending =
        caller && pendingPayment(database, caller.id, ({ bundleId }) => bundleId === bundle.id)
      return pending ? { ...bundle, pendingAmountKopeks: pending.amountKopeks } : { ...bundle }
    })
    return { items, totalCount: items.length }
  },

  me: ({ database, caller }) => {
    const current = subscriptionOf(database, caller.id)
    return {
      subscription: current ? toSubscription(current) : null,
      plan: current ? { ...planOf(current.planId) } : null,
      payments: paymentsOf(database, caller.id).slice(0, maxPayments).map(toPayment),
    }
  },

  subscribe: ({ database, body, caller }) => {
    // Before the consent: nobody needs to accept charges for an unknown plan.
    const plan = planOf(body.planId)
    const consent = checkConsent(body.consent)
    const payment = subscribe(database, caller, plan, { consent, promoCode: body.promoCode })
    return checkoutOf(database, payment)
  },

  purchaseBundle: ({ database, body, caller }) =>
    checkoutOf(database, purchase(database, caller, bundleOf(body.bundleId), body.promoCode)),

  validatePromo: ({ database, body: { code, target, planId, bundleId }, caller }) => {
    // Without a plan or bundle, the first one shows what the code takes off.
    const sold =
      target === 'subscription'
        ? planCatalog.find(({ id }) => id === (planId ?? id))
        : bundles.find(({ id }) => id === (bundleId ?? id))
    return previewPromo(database, caller.id, code, { target, priceKopeks: sold?.priceKopeks })
  },

  revokeConsent: ({ database, caller }) => {
    const row = activeSubscription(database, caller.id)
    revokeConsents(database, caller.id)
    const changed = database.subscriptions.put({ ...row, cancelAtPeriodEnd: true, cardToken: null })
    return { subscription: subscriptionState(changed), recurringConsent: null }
  },

  updateSubscription: ({ database, body: { cancelAtPeriodEnd }, caller }) => {
    const row = activeSubscription(database, caller.id)
    if (!cancelAtPeriodEnd && row.cardToken === null) {
      throw consentRequired(409, 'the consent was revoked, so no card is stored for renewals')
    }
    const changed = database.subscriptions.put({ ...row, cancelAtPeriodEnd })
    return { subscription: subscriptionState(changed) }
  },
}

const subscriptionState = ({ id, cancelAtPeriodEnd, status }: SubscriptionRow) => ({
  id,
  cancelAtPeriodEnd,
  status,
})

const toSubscription = (row: SubscriptionRow) => ({
  ...subscriptionState(row),
  planId: row.planId,
  currentPeriodEnd: row.periodEnd === null ? null : new Date(row.periodEnd).toISOString(),
})

const toPayment = ({ userId: _user, orderId: _order, ...row }: PaymentRow) => row
