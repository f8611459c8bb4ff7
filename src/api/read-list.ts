/** Reads any list of the service page by page. */
import { limits, responseTooLarge } from '../limits/limits.ts'

/** Maximum page size of the service. */
const PAGE_SIZE = 100

/** Position of a page, for endpoints that page by offset or by page number. */
export interface PageRequest {
  limit: number
  offset: number
  /** Counts from 1; all pages have the same `pageSize`. */
  page: number
  pageSize: number
}

export interface List<Item> {
  items: Item[]
  /** Total on the service, at least the number of items read. */
  totalCount: number
}

export interface ListOptions<Item> {
  ask: (page: PageRequest) => Promise<{ items: readonly Item[]; totalCount: number }>
  /** Items may move between pages meanwhile; keyed, none is counted twice. */
  keyOf: (item: Item) => string
  /** Infinity: all items. */
  limit: number
  /** Subject of the error for an endless list, such as `The gallery`. */
  what: string
}

/**
 * Returns at most `limit` items. A page without new items is the last, whatever the count says: a service without
 * paging repeats its first page.
 * @throws KnownError for a list longer than topo's limit.
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
