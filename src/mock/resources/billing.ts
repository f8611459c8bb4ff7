/** Billing: status, prices, checkouts and the caller's subscription, by *Billing* of the document. */
import type { Contract } from '../../api/resources/index.ts'
import { bundleOf, bundles, planCatalog, planOf } from '../billing/catalog.ts'
import { purchase, subscribe } from '../billing/checkout.ts'
import { checkConsent, consentRequired, revokeConsents } from '../billing/consent.ts'
import { paymentsOf, pendingPayment } from '../billing/payments.ts'
import { previewPromo } from '../billing/promo.ts'
import { checkoutOf } from '../billing/provider.ts'
import { activeSubscription, subscriptionOf } from '../billing/subscriptions.ts'
import type { PaymentRow, SubscriptionRow } from '../database/rows.ts'
import type { Handlers } from '../http/handler.ts'

/** *Limits*: billing history. */
const maxPayments = 50

export const billing: Handlers<Contract['billing']> = {
  status: ({ world }) => ({ configured: world.provider !== 'none' }),

  bundles: ({ world, caller }) => {
    const items = bundles.map((bundle) => {
      const pending = caller && pendingPayment(world, caller.id, ({ bundleId }) => bundleId === bundle.id)
      return pending ? { ...bundle, pendingAmountKopeks: pending.amountKopeks } : { ...bundle }
    })
    return { items, totalCount: items.length }
  },

  me: ({ world, caller }) =>
    world.transaction(() => {
      const current = subscriptionOf(world, caller.id)
      return {
        subscription: current ? toSubscription(current) : null,
        plan: current ? { ...planOf(current.planId) } : null,
        payments: paymentsOf(world, caller.id).slice(0, maxPayments).map(toPayment),
      }
    }),

  subscribe: ({ world, body, caller }) =>
    world.transaction(() => {
      // Before the consent: nobody needs to accept charges for an unknown plan.
      const plan = planOf(body.planId)
      const payment = subscribe(world, caller, plan, checkConsent(body.consent), body.promoCode)
      return checkoutOf(world, payment)
    }),

  purchaseBundle: ({ world, body, caller }) =>
    world.transaction(() =>
      checkoutOf(world, purchase(world, caller, bundleOf(body.bundleId), body.promoCode)),
    ),

  validatePromo: ({ world, body: { code, target, planId, bundleId }, caller }) => {
    const sold =
      target === 'subscription'
        ? planCatalog.find(({ id }) => id === planId)
        : bundles.find(({ id }) => id === bundleId)
    return previewPromo(world, caller.id, code, { target, priceKopeks: sold?.priceKopeks })
  },

  revokeConsent: ({ world, caller }) =>
    world.transaction(() => {
      const row = activeSubscription(world, caller.id)
      revokeConsents(world, caller.id)
      const changed = world.subscriptions.put({ ...row, cancelAtPeriodEnd: true, cardToken: null })
      return { subscription: subscriptionState(changed), recurringConsent: null }
    }),

  updateSubscription: ({ world, body: { cancelAtPeriodEnd }, caller }) =>
    world.transaction(() => {
      const row = activeSubscription(world, caller.id)
      if (!cancelAtPeriodEnd && row.cardToken === null) {
        throw consentRequired(409, 'the consent was revoked, so no card is stored for renewals')
      }
      const changed = world.subscriptions.put({ ...row, cancelAtPeriodEnd })
      return { subscription: subscriptionState(changed) }
    }),
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

const toPayment = (row: PaymentRow) => ({
  id: row.id,
  amountKopeks: row.amountKopeks,
  status: row.status,
  createdAt: row.createdAt,
  subscriptionId: row.subscriptionId,
  bundleId: row.bundleId,
  promoCode: row.promoCode,
})
