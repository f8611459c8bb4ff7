/** Billing: the contract of the section *Billing* of the service's document. */
import { z } from 'zod'
import {
  bundleRecord,
  checkout,
  payment,
  planRecord,
  promoPreview,
  promoTargets,
  sentConsent,
  subscription,
  subscriptionState,
} from '../billing-records.ts'
import { operation } from '../contract.ts'

const section = 'Endpoints / Billing'

export const billing = {
  status: operation({
    method: 'GET',
    path: '/v1/billing/status',
    auth: 'none',
    response: z.looseObject({ configured: z.boolean() }),
    section,
  }),
  bundles: operation({
    method: 'GET',
    path: '/v1/billing/bundles',
    auth: 'none',
    response: z.looseObject({ items: z.array(bundleRecord), totalCount: z.int().optional() }),
    section,
  }),
  /** Subscription, plan and the 50 most recent payments. */
  me: operation({
    method: 'GET',
    path: '/v1/billing/me',
    auth: 'key',
    response: z.looseObject({
      subscription: subscription.nullish(),
      plan: planRecord.nullish(),
      payments: z.array(payment),
    }),
    section,
  }),
  subscribe: operation({
    method: 'POST',
    path: '/v1/billing/subscribe',
    auth: 'key',
    body: z.object({ planId: z.string(), consent: sentConsent, promoCode: z.string().optional() }),
    response: checkout,
    section,
  }),
  purchaseBundle: operation({
    method: 'POST',
    path: '/v1/billing/purchase-bundle',
    auth: 'key',
    body: z.object({ bundleId: z.string(), promoCode: z.string().optional() }),
    response: checkout,
    section,
  }),
  /** Previews a discount; reserves nothing. */
  validatePromo: operation({
    method: 'POST',
    path: '/v1/billing/promo/validate',
    auth: 'key',
    body: z.object({
      code: z.string(),
      target: z.enum(promoTargets),
      /** For a subscription. */
      planId: z.string().optional(),
      /** For a bundle. */
      bundleId: z.string().optional(),
    }),
    response: promoPreview,
    section,
  }),
  /** Cancels automatic renewal permanently; access remains until the end of the paid period. */
  revokeConsent: operation({
    method: 'POST',
    path: '/v1/billing/consent/revoke',
    auth: 'key',
    response: z.looseObject({
      subscription: subscriptionState.optional(),
      recurringConsent: z.unknown(),
    }),
    section,
  }),
  updateSubscription: operation({
    method: 'PATCH',
    path: '/v1/billing/subscription',
    auth: 'key',
    body: z.object({ cancelAtPeriodEnd: z.boolean() }),
    response: z.looseObject({ subscription: subscriptionState.optional() }),
    section,
  }),
}
