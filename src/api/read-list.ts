/** Reads a list of the service page by page: the one loop behind every list. */
import { limits, responseTooLarge } from '../limits/limits.ts'

/** The largest page that the service gives. */
const PAGE_SIZE = 100

/** Where a page begins, for endpoints that count items and for endpoints that count pages. */
export interface PageRequest {
  limit: number
  offset: number
  /** From 1; all pages have the same `pageSize`. */
  page: number
  pageSize: number
}

export interface List<Item> {
  items: Item[]
  /** How many there are in all; at least as many as were read. */
  totalCount: number
}

export interface ListOptions<Item> {
  ask: (page: PageRequest) => Promise<{ items: readonly Item[]; totalCount: number }>
  /** An item may move between pages while they are read: by its key none is counted twice. */
  keyOf: (item: Item) => string
  /** Infinity reads all. */
  limit: number
  /** The subject of the error for a list without end, such as `The gallery`. */
  what: string
}

/**
 * At most `limit` items. A page with nothing new is the last one, whatever the count says: a service that ignores paging
 * repeats its first page.
 * @throws KnownError for a list that is longer than topo reads.
 */
export async function readList<Item>({ ask, keyOf, limit, what }: ListOptions<Item>): Promise<List<Item>> {
  const found = new Map<string, Item>()
  const pageSize = Math.min(PAGE_SIZE, limit)
  for (let page = 1; ; page++) {
    const before = found.size
    const request = { limit: Math.min(PAGE_SIZE, limit - before), offset: before, page, pageSize }
    const { items, totalCount } = await ask(request)
    for (const item of items) found.set(keyOf(item), item)
    if (found.size > limits.list.most) throw responseTooLarge('list', what)
    if (found.size >= Math.min(limit, totalCount) || found.size === before) {
      return { items: [...found.values()].slice(0, limit), totalCount: Math.max(totalCount, found.size) }
    }
  }
}
