/** Why a promo code is rejected, in words: the document's names say it to programs. */
import type { PromoReason } from './billing-records.ts'

const words: Readonly<Record<PromoReason, string>> = {
  not_found: 'there is no such code',
  inactive: 'it is switched off',
  not_started: 'it does not hold yet',
  expired: 'it has expired',
  exhausted: 'it has been used up',
  wrong_target: 'it is not for this plan or bundle',
  already_used: 'you have used it already',
}

/** A reason that the document does not know stays as the service gave it. */
export const promoReasonWords = (reason: string): string =>
  Object.hasOwn(words, reason) ? words[reason as PromoReason] : reason
