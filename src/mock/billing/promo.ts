/** Promo codes: discounts, rejections, one use for each user. */
import type { PromoReason, PromoTarget } from '../../api/contract/billing-records.ts'
import type { Database } from '../database/database.ts'
import { HttpError } from '../http/http-error.ts'
import { type Promo, promos } from './catalog.ts'

export interface Sale {
  readonly target: PromoTarget
  readonly priceKopeks: number
}

/** The price is undefined without a sold plan or bundle; then the code is rejected. */
type PromoRequest = Omit<Sale, 'priceKopeks'> & { readonly priceKopeks: number | undefined }

/** *Promo preview result*. Codes are case-sensitive; nothing is reserved (rule 5). */
export function previewPromo(
  database: Database,
  userId: string,
  code: string,
  { target, priceKopeks }: PromoRequest,
) {
  const promo = promos.find((entry) => entry.code === code)
  if (!promo) return { valid: false as const, reason: 'not_found' }
  const reason = rejectionReason(database, userId, promo, target)
  if (reason) return { valid: false as const, reason }
  if (priceKopeks === undefined) return { valid: false as const, reason: 'wrong_target' }
  const discountKopeks = discount(promo, priceKopeks)
  return {
    valid: true as const,
    code,
    discountType: promo.discountType,
    discountValue: promo.discountValue,
    originalAmountKopeks: priceKopeks,
    discountKopeks,
    finalAmountKopeks: priceKopeks - discountKopeks,
  }
}

/** Uses the code and returns the remaining price; throws 400 with the reason (rule 3). */
export function spendPromo(database: Database, userId: string, code: string, sale: Sale): number {
  const result = previewPromo(database, userId, code, sale)
  if (!result.valid) throw new HttpError(400, { error: 'promo_rejected', reason: result.reason })
  database.promoUses.put({ id: `${userId} ${code}`, userId, code })
  return result.finalAmountKopeks
}

export function releasePromo(database: Database, userId: string, code: string): void {
  database.promoUses.delete(`${userId} ${code}`)
}

/** First reason against the code, in the order of the document. */
export function rejectionReason(
  database: Database,
  userId: string,
  promo: Promo,
  target: PromoTarget,
): PromoReason | undefined {
  const now = database.now()
  if (!promo.active) return 'inactive'
  if (now < Date.parse(promo.startsAt)) return 'not_started'
  if (now >= Date.parse(promo.endsAt)) return 'expired'
  const uses = database.promoUses.all().filter(({ code }) => code === promo.code)
  if (uses.length >= promo.uses) return 'exhausted'
  if (!promo.targets.includes(target)) return 'wrong_target'
  return database.promoUses.get(`${userId} ${promo.code}`) ? 'already_used' : undefined
}

/** Whole kopeks, rounded in favour of the seller, at most the price. */
export function discount(
  { discountType, discountValue }: Pick<Promo, 'discountType' | 'discountValue'>,
  priceKopeks: number,
): number {
  const off =
    discountType === 'percent' ? Math.floor((priceKopeks * discountValue) / 100) : discountValue
  return Math.min(off, priceKopeks)
}
