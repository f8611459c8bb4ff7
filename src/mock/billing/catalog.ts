/** Plans, bundles and promo codes of the embedded service: section *Money* of `spec/demo-world.md`. */
import type { PromoTarget } from '../../api/contract/billing-records.ts'
import { found } from '../http/http-error.ts'

export interface Plan {
  readonly id: string
  readonly priceKopeks: number
  readonly intervalDays: number
}

export interface Bundle {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly priceKopeks: number
  readonly currency: string
}

export interface Promo {
  readonly code: string
  readonly discountType: 'percent' | 'fixed'
  /** Percent, or kopeks. */
  readonly discountValue: number
  readonly targets: readonly PromoTarget[]
  readonly active: boolean
  /** ISO 8601; valid from `startsAt` until just before `endsAt`. */
  readonly startsAt: string
  readonly endsAt: string
  /** Maximum of uses, by all users together. */
  readonly uses: number
}

export const currency = 'RUB'

export const planCatalog: readonly Plan[] = [
  { id: 'pro-month', priceKopeks: 49_000, intervalDays: 30 },
  { id: 'pro-year', priceKopeks: 490_000, intervalDays: 365 },
]

const bundle = (id: string, name: string, description: string, priceKopeks: number): Bundle => ({
  id,
  name,
  description,
  priceKopeks,
  currency,
})

export const bundles: readonly Bundle[] = [
  bundle('kafka-cases', 'Kafka cases', 'Every premium case about Kafka', 99_000),
  bundle('databases-cases', 'Database cases', 'Every premium case about databases', 129_000),
]

const promo = (
  code: string,
  discountType: Promo['discountType'],
  discountValue: number,
  limits: Partial<Promo> = {},
): Promo => ({
  code,
  discountType,
  discountValue,
  targets: ['subscription', 'bundle'],
  active: true,
  startsAt: '2000-01-01T00:00:00.000Z',
  endsAt: '2999-01-01T00:00:00.000Z',
  uses: Number.POSITIVE_INFINITY,
  ...limits,
})

export const promos: readonly Promo[] = [
  promo('SAVE20', 'percent', 20),
  promo('FLAT100', 'fixed', 10_000),
  promo('SOON', 'percent', 20, { startsAt: '2998-01-01T00:00:00.000Z' }),
  promo('OLD', 'percent', 20, { endsAt: '2001-01-01T00:00:00.000Z' }),
  promo('USEDUP', 'percent', 20, { uses: 0 }),
  promo('OFF', 'percent', 20, { active: false }),
  promo('SUBONLY', 'percent', 10, { targets: ['subscription'] }),
  promo('ONCE', 'percent', 50),
]

const byId = <T extends { id: string }>(all: readonly T[]) =>
  new Map(all.map((one) => [one.id, one]))
const plansById = byId(planCatalog)
const bundlesById = byId(bundles)

export const planOf = (id: string): Plan => found(plansById.get(id), 'plan')
export const bundleOf = (id: string): Bundle => found(bundlesById.get(id), 'bundle')
