/** Money for people: the service counts in kopeks, the hundredth part of its currency. */

/** 99000 kopeks are `990.00 RUB`. */
export function price(kopeks: number, currency = 'RUB'): string {
  return `${(kopeks / 100).toFixed(2)} ${currency}`
}

/** Plans and payments have no currency in the document; where a service gives one all the same, it holds. */
export function priceOf(record: Readonly<Record<string, unknown>>, kopeks: number): string {
  return price(kopeks, typeof record.currency === 'string' ? record.currency : undefined)
}
