/** Explains why a promo code was rejected, for each reason of the document. */
import type { PromoReason } from './billing-records.ts'

const words: Readonly<Record<PromoReason, string>> = {
  not_found: 'the code does not exist',
  inactive: 'it is inactive',
  not_started: 'it is not valid yet',
  expired: 'it has expired',
  exhausted: 'it has been used up',
  wrong_target: 'it is not valid for this plan or bundle',
  already_used: 'you have already used it',
}

/** Unknown reasons are shown unchanged. */
export const promoReasonWords = (reason = 'the service does not say why'): string =>
  Object.hasOwn(words, reason) ? words[reason as PromoReason] : reason
