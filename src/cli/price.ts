/** Money for people: the service counts in kopeks, the hundredth part of its currency. */

/** 99000 kopeks are `990.00 RUB`. */
export function price(kopeks: number, currency = 'RUB'): string {
  return `${(kopeks / 100).toFixed(2)} ${currency}`
}
