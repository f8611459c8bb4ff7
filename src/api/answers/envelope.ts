/** Finds lists, counts, next pages and single records in answers of any deployment. */
import { isRecord, type UntypedRecord } from '../../text/parse-json.ts'

/** The next page of a list in the service's own words: a query parameter, or an address. */
export type NextPage =
  | { readonly query: Readonly<Record<string, string>> }
  | { readonly address: string }

export interface FoundList {
  items: readonly unknown[]
  /** Items of all pages; undefined if the service does not say. */
  totalCount: number | undefined
  next: NextPage | undefined
  /** The service says that further pages exist. */
  hasMore?: boolean | undefined
}

/** Fields of a list, the most specific first. */
const listFields = [
  'items',
  'data',
  'results',
  'result',
  'scripts',
  'records',
  'rows',
  'content',
  'payload',
]
const countFields = ['totalCount', 'total_count', 'total', 'totalItems', 'totalElements']
const moreFields = ['hasMore', 'has_more', 'hasNextPage', 'has_next']
/** Records beside the list that may hold its count and its next page. */
const pagingFields = ['meta', 'pagination', 'paging', 'page', 'pageInfo', 'links', '_links']
/** Field of an answer → query parameter of the next request. */
const cursorParameters: Readonly<Record<string, string>> = {
  nextCursor: 'cursor',
  next_cursor: 'cursor',
  next: 'cursor',
  nextPageToken: 'pageToken',
  next_page_token: 'page_token',
  next_page: 'page',
  nextPage: 'page',
}
/** `{ data: { items } }` is the deepest known form. */
const maxDepth = 2

/** The list of an answer: the answer itself, or the array in its envelope; undefined if it contains no array. */
export function findList(answer: unknown): FoundList | undefined {
  const found = findArray(answer, [])
  if (found === undefined) return undefined
  const places = found.envelopes.flatMap((record) => [
    record,
    ...pagingFields.map((name) => record[name]).filter(isRecord),
  ])
  const hasMore = places.some((place) => moreFields.some((name) => place[name] === true))
  const count = firstOf(places, countOf)
  return {
    items: found.items,
    // Fewer than the items of this page cannot be a count.
    totalCount: count !== undefined && count >= found.items.length ? count : undefined,
    next: firstOf(places, nextOf),
    ...(hasMore && { hasMore }),
  }
}

/** The array of a value, and the records around it, from the outside. */
function findArray(
  value: unknown,
  around: readonly UntypedRecord[],
): { items: readonly unknown[]; envelopes: readonly UntypedRecord[] } | undefined {
  if (Array.isArray(value)) return { items: value, envelopes: around }
  if (!isRecord(value) || around.length === maxDepth) return undefined
  const fields = Object.values(value)
  const candidates = [
    ...listFields.map((name) => value[name]),
    ...fields.filter(hasRecords),
    ...fields.filter(Array.isArray),
    ...fields,
  ]
  return firstOf(candidates, (field) => findArray(field, [...around, value]))
}

/** True for a list whose first item has an id. */
function hasRecords(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const first: unknown = value[0]
  return isRecord(first) && 'id' in first
}

function firstOf<P, T>(places: readonly P[], find: (place: P) => T | undefined): T | undefined {
  for (const place of places) {
    const found = find(place)
    if (found !== undefined) return found
  }
  return undefined
}

function countOf(place: UntypedRecord): number | undefined {
  return countFields.map((name) => toCount(place[name])).find((count) => count !== undefined)
}

function toCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

function nextOf(place: UntypedRecord): NextPage | undefined {
  for (const [field, parameter] of Object.entries(cursorParameters)) {
    const given = isRecord(place[field]) ? place[field].href : place[field]
    const value = typeof given === 'number' && parameter === 'page' ? String(given) : given
    if (typeof value !== 'string' || value === '') continue
    return /^(?:https?:\/\/|\/|\?)/.test(value)
      ? { address: value }
      : { query: { [parameter]: value } }
  }
  return undefined
}

/** The next page by `Link: <address>; rel="next"` (RFC 8288). */
export function nextFromLink(headers: Headers): NextPage | undefined {
  const [, address] = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(headers.get('link') ?? '') ?? []
  return address === undefined ? undefined : { address }
}

const recordFields = ['item', 'data', 'result']

/**
 * The record of an answer: its `item`, or what another envelope contains, or the answer itself.
 * @param isIt true for the record; without it, an answer with an id is one
 */
export function findRecord(
  answer: unknown,
  isIt = (record: UntypedRecord): boolean => 'id' in record,
): UntypedRecord | undefined {
  if (!isRecord(answer)) return undefined
  if (isRecord(answer.item)) return answer.item
  if (isIt(answer)) return answer
  for (const name of recordFields) {
    const inner = answer[name]
    if (isRecord(inner)) return isRecord(inner.item) ? inner.item : inner
  }
  return Object.values(answer).find(
    (value): value is UntypedRecord => isRecord(value) && isIt(value),
  )
}
