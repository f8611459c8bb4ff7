/** Billing: the contract of the section *Billing* of the service's document. */
import * as z from 'zod/mini'
import * as records from '../contract/billing-records.ts'
import { list, operationsOf } from '../contract/contract.ts'

const operation = operationsOf('Endpoints / Billing')

export const billing = {
  status: operation('GET', '/v1/billing/status', () => ({
    auth: 'none',
    response: z.looseObject({ configured: z.boolean() }),
  })),
  bundles: operation('GET', '/v1/billing/bundles', () => ({
    auth: 'none',
    response: list(records.bundleRecord),
  })),
  /** Subscription, plan and the 50 most recent payments. */
  me: operation('GET', '/v1/billing/me', () => ({
    response: z.looseObject({
      subscription: z.nullish(records.subscription),
      plan: z.nullish(records.planRecord),
      payments: z.array(records.payment),
    }),
  })),
  subscribe: operation('POST', '/v1/billing/subscribe', () => ({
    body: z.object({
      planId: z.string(),
      consent: records.sentConsent,
      promoCode: z.optional(z.string()),
    }),
    response: records.checkout,
  })),
  purchaseBundle: operation('POST', '/v1/billing/purchase-bundle', () => ({
    body: z.object({
      bundleId: z.string(),
      promoCode: z.optional(z.string()),
    }),
    response: records.checkout,
  })),
  /** Previews a discount; reserves nothing. */
  validatePromo: operation('POST', '/v1/billing/promo/validate', () => ({
    body: z.object({
      code: z.string(),
      target: z.enum(records.promoTargets),
      /** For a records.subscription. */
      planId: z.optional(z.string()),
      /** For a bundle. */
      bundleId: z.optional(z.string()),
    }),
    response: records.promoPreview,
  })),
  /** Cancels automatic renewal permanently; access remains until the end of the paid period. */
  revokeConsent: operation('POST', '/v1/billing/consent/revoke', () => ({
    response: z.looseObject({
      subscription: z.optional(records.subscriptionState),
      recurringConsent: z.unknown(),
    }),
  })),
  updateSubscription: operation('PATCH', '/v1/billing/subscription', () => ({
    body: z.object({ cancelAtPeriodEnd: z.boolean() }),
    response: z.looseObject({ subscription: z.optional(records.subscriptionState) }),
  })),
}
