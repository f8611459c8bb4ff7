/** Records of billing requests and answers (*Resources and their fields*, bundles to promo preview). */
import { z } from 'zod'
import { openEnum } from './contract.ts'

export const bundleRecord = z.looseObject({
  /** `<slug>-cases` opens the premium cases tagged `category:<slug>`. */
  id: z.string(),
  name: z.string().optional(),
  description: z.string().nullish(),
  priceKopeks: z.number().optional(),
  currency: z.string().optional(),
  /** Price of the caller's pending checkout. */
  pendingAmountKopeks: z.number().nullish(),
})

export const planRecord = z.looseObject({
  id: z.string(),
  priceKopeks: z.number().optional(),
  intervalDays: z.number().optional(),
})

export const subscriptionState = z.looseObject({
  id: z.string(),
  status: openEnum(['pending', 'active', 'ended']).optional(),
  cancelAtPeriodEnd: z.boolean().optional(),
})

export const subscription = subscriptionState.extend({
  planId: z.string().optional(),
  /** ISO 8601; null until the first payment has succeeded. */
  currentPeriodEnd: z.string().nullish(),
})

export const payment = z.looseObject({
  id: z.string(),
  amountKopeks: z.number().optional(),
  status: openEnum(['pending', 'succeeded', 'failed']).optional(),
  /** ISO 8601. */
  createdAt: z.string().optional(),
  subscriptionId: z.string().nullish(),
  bundleId: z.string().nullish(),
  promoCode: z.string().nullish(),
})

/** Request object of *Consent to recurring charges*. */
export const consent = z.object({
  acceptedRecurring: z.literal(true),
  recurringPolicyVersion: z.string().min(1),
  locale: z.string().min(1),
  path: z.string().optional(),
})
export type Consent = z.output<typeof consent>

/** Typed for callers of the client; not validated, because the service answers a refusal with its own 400. */
export const sentConsent = z.unknown().optional() as unknown as z.ZodType<unknown, Consent>

/** Next step of the payer: `paymentUrl` to open, or parameters of an in-page `widget`. */
export const checkout = z.looseObject({
  subscriptionId: z.string().optional(),
  paymentId: z.string().optional(),
  // The other payment method may be missing or null.
  orderId: z.string().nullish(),
  paymentUrl: z.string().nullish(),
  widget: z.looseObject({}).nullish(),
})
export type Checkout = z.output<typeof checkout>

export const promoTargets = ['subscription', 'bundle'] as const
export type PromoTarget = (typeof promoTargets)[number]

/** Reasons for a rejected promo code, in words; the first that applies, in this order. */
const reasonWords = {
  not_found: 'the code does not exist',
  inactive: 'it is inactive',
  not_started: 'it is not valid yet',
  expired: 'it has expired',
  exhausted: 'it has been used up',
  wrong_target: 'it is not valid for this plan or bundle',
  already_used: 'you have already used it',
}
export type PromoReason = keyof typeof reasonWords
export const promoReasons = Object.keys(reasonWords) as [PromoReason, ...PromoReason[]]

/** Unknown reasons are shown unchanged. */
export const promoReasonWords = (reason = 'the service does not say why'): string =>
  Object.hasOwn(reasonWords, reason) ? reasonWords[reason as PromoReason] : reason

/** *Promo preview result*. */
export const promoPreview = z.discriminatedUnion('valid', [
  z.looseObject({
    valid: z.literal(true),
    code: z.string().optional(),
    discountType: openEnum(['percent', 'fixed']).optional(),
    discountValue: z.number().optional(),
    originalAmountKopeks: z.number().optional(),
    discountKopeks: z.number().optional(),
    finalAmountKopeks: z.number().optional(),
  }),
  z.looseObject({ valid: z.literal(false), reason: openEnum(promoReasons).optional() }),
])
export type PromoPreview = z.output<typeof promoPreview>
