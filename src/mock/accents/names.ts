/** Names of the accents with a line about each, so that help loads none of them. */

export const accentSummaries = {
  lean: 'no counts, few fields in lists, thin answers of writes, payment ids as numbers',
  tidy: 'normalizes what it is sent, renames taken slugs, lists have times in microseconds',
  cursor: 'lists page by cursor (nextCursor or Link), ignore offset and page, and cap the page size',
  bare: 'arrays instead of { items, totalCount }, the object itself instead of { item }',
  legacy: 'numbers as ids, other dates, total_count, nested errors, rate limits as 401 and 403',
  partial: 'no further endpoints but GET /v1/scripts/user: a 404 page of a framework, or 405',
} as const

export type AccentName = keyof typeof accentSummaries
export const accentNames = Object.keys(accentSummaries) as AccentName[]
