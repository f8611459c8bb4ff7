/** Records of billing requests and answers (*Resources and their fields*, bundles to promo preview). */
import * as z from 'zod/mini'
import { openEnum } from './contract.ts'

export const bundleRecord = z.looseObject({
  /** `<slug>-cases` opens the premium cases tagged `category:<slug>`. */
  id: z.string(),
  name: z.optional(z.string()),
  description: z.nullish(z.string()),
  priceKopeks: z.optional(z.number()),
  currency: z.optional(z.string()),
  /** Price of the caller's pending checkout. */
  pendingAmountKopeks: z.nullish(z.number()),
})

export const planRecord = z.looseObject({
  id: z.string(),
  priceKopeks: z.optional(z.number()),
  intervalDays: z.optional(z.number()),
})

export const subscriptionState = z.looseObject({
  id: z.string(),
  status: z.optional(openEnum(['pending', 'active', 'ended'])),
  cancelAtPeriodEnd: z.optional(z.boolean()),
})

export const subscription = z.extend(subscriptionState, {
  planId: z.optional(z.string()),
  /** ISO 8601; null until the first payment has succeeded. */
  currentPeriodEnd: z.nullish(z.string()),
})

export const payment = z.looseObject({
  id: z.string(),
  amountKopeks: z.optional(z.number()),
  status: z.optional(openEnum(['pending', 'succeeded', 'failed'])),
  /** ISO 8601. */
  createdAt: z.optional(z.string()),
  subscriptionId: z.nullish(z.string()),
  bundleId: z.nullish(z.string()),
  promoCode: z.nullish(z.string()),
})

/** Request object of *Consent to recurring charges*. */
export const consent = z.object({
  acceptedRecurring: z.literal(true),
  recurringPolicyVersion: z.string().check(z.minLength(1)),
  locale: z.string().check(z.minLength(1)),
  path: z.optional(z.string()),
})
export type Consent = z.output<typeof consent>

/** Typed for callers of the client; not validated, because the service answers a refusal with its own 400. */
export const sentConsent = z.optional(z.unknown()) as unknown as z.ZodMiniType<unknown, Consent>

/** Next step of the payer: `paymentUrl` to open, or parameters of an in-page `widget`. */
export const checkout = z.looseObject({
  subscriptionId: z.optional(z.string()),
  paymentId: z.optional(z.string()),
  // The other payment method may be missing or null.
  orderId: z.nullish(z.string()),
  paymentUrl: z.nullish(z.string()),
  widget: z.nullish(z.looseObject({})),
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
    code: z.optional(z.string()),
    discountType: z.optional(openEnum(['percent', 'fixed'])),
    discountValue: z.optional(z.number()),
    originalAmountKopeks: z.optional(z.number()),
    discountKopeks: z.optional(z.number()),
    finalAmountKopeks: z.optional(z.number()),
  }),
  z.looseObject({ valid: z.literal(false), reason: z.optional(openEnum(promoReasons)) }),
])
export type PromoPreview = z.output<typeof promoPreview>
