/** Formats money: the service counts in kopeks, 1/100 of the currency. */

/** 99000 kopeks become `990.00 RUB`. */
export function price(kopeks: number, currency = 'RUB'): string {
  return `${(kopeks / 100).toFixed(2)} ${currency}`
}

/** The document gives plans and payments no currency; if a service sends one, it is used. */
export function priceOf(record: Readonly<Record<string, unknown>>, kopeks: number): string {
  return price(kopeks, typeof record.currency === 'string' ? record.currency : undefined)
}
