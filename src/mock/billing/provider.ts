/** Payment provider of the deployment: PAYMENT_PROVIDER of *Billing*. */
import type { Operation } from '../../api/contract/contract.ts'
import { billing } from '../../api/resources/billing.ts'
import type { Database } from '../database/database.ts'
import type { PaymentRow } from '../database/rows.ts'
import { HttpError } from '../http/http-error.ts'
import { currency } from './catalog.ts'

/** 503 for all billing endpoints but the status: after authentication, before validation. */
export function requireProvider(database: Database, { section, path }: Operation): void {
  const needed = section === billing.status.section && path !== billing.status.path
  if (needed && database.provider === 'none') {
    throw new HttpError(503, {
      error: 'billing_not_configured',
      message: 'this deployment has no billing',
    })
  }
}

/** Answer of a checkout: URL of the provider's page, or parameters of its widget. */
export function checkoutOf(database: Database, payment: PaymentRow) {
  const { id: paymentId, orderId, subscriptionId, bundleId, amountKopeks, userId } = payment
  const ids = subscriptionId === null ? { paymentId } : { subscriptionId, paymentId }
  if (database.provider !== 'widget') {
    return { ...ids, orderId, paymentUrl: `https://pay.example.com/orders/${orderId}` }
  }
  const description = bundleId === null ? 'Subscription' : `Bundle ${bundleId}`
  const recurrent = subscriptionId !== null
  const widget = {
    publicId: 'pk_demo',
    invoiceId: orderId,
    accountId: userId,
    amountKopeks,
    currency,
  }
  return { ...ids, widget: { ...widget, description, recurrent } }
}
