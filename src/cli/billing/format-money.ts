/** Formats money: the service counts in kopeks, 1/100 of the currency. */

/** 99000 kopeks become `990.00 RUB`; an unknown amount is empty. */
export function price(kopeks: number | undefined, currency = 'RUB'): string {
  if (kopeks === undefined) return ''
  return `${(kopeks / 100).toFixed(2)} ${currency}`
}

/** The document gives plans and payments no currency; if a service sends one, it is used. */
export function priceOf(record: Readonly<Record<string, unknown>>, kopeks: number | undefined): string {
  return price(kopeks, typeof record.currency === 'string' ? record.currency : undefined)
}
