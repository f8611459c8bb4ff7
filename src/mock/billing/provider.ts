/** The payment provider of the deployment, as callers notice it: PAYMENT_PROVIDER of *Billing*. */
import type { Operation } from '../../api/contract.ts'
import { billing } from '../../api/resources/billing.ts'
import { HttpError } from '../http/http-error.ts'
import type { Database } from '../world/database.ts'
import type { PaymentRow } from '../world/rows.ts'
import { currency } from './catalog.ts'

/** 503 for every billing endpoint but the status: after authentication, before the request is looked at. */
export function requireProvider(world: Database, { section, path }: Operation): void {
  const needed = section === billing.status.section && path !== billing.status.path
  if (needed && world.provider === 'none') {
    throw new HttpError(503, { error: 'billing_not_configured', message: 'this deployment has no billing' })
  }
}

/** What a checkout answers: the provider's page, or the parameters of its widget. */
export function checkoutOf(world: Database, payment: PaymentRow) {
  const { id: paymentId, orderId, subscriptionId, bundleId, amountKopeks, userId } = payment
  const ids = subscriptionId === null ? { paymentId } : { subscriptionId, paymentId }
  if (world.provider !== 'widget') {
    return { ...ids, orderId, paymentUrl: `https://pay.example.com/orders/${orderId}` }
  }
  const description = bundleId === null ? 'Subscription' : `Bundle ${bundleId}`
  const recurrent = subscriptionId !== null
  const widget = { publicId: 'pk_demo', invoiceId: orderId, accountId: userId, amountKopeks, currency }
  return { ...ids, widget: { ...widget, description, recurrent } }
}
