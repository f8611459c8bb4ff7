/** Formats money: the service counts in kopeks, 1/100 of the currency. */
import type { Client } from '../../api/client/client.ts'

/** 99000 kopeks become `990.00 RUB`, or `990.00` if the currency is unknown; an unknown amount is empty. */
export function price(kopeks: number | undefined, currency?: string): string {
  if (kopeks === undefined) return ''
  return [(kopeks / 100).toFixed(2), currency].filter(Boolean).join(' ')
}

type MoneyRecord = Readonly<Record<string, unknown>>

const ownCurrency = ({ currency }: MoneyRecord): string | undefined =>
  typeof currency === 'string' && currency !== '' ? currency : undefined

/** @param currency of records that name none */
export function priceOf(
  record: MoneyRecord,
  kopeks: number | undefined,
  currency: string | undefined,
): string {
  return price(kopeks, ownCurrency(record) ?? currency)
}

/**
 * The document gives plans, payments and promo codes no currency: it is that of the bundles, if all have the same.
 * @returns undefined if it is unknown, or if each record names its own.
 */
export async function currencyOf(
  { billing }: Client,
  records: readonly MoneyRecord[],
): Promise<string | undefined> {
  if (records.every((record) => ownCurrency(record) !== undefined)) return undefined
  const { items } = await billing.bundles().catch(() => ({ items: [] }))
  const [currency, ...others] = new Set(items.map(ownCurrency))
  return others.length === 0 ? currency : undefined
}
