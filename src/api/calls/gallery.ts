/** Reads the public gallery by page. */

import { answerTooLarge, limits } from '../../limits/limits.ts'
import type { Client } from '../client.ts'
import type { ListedScript } from '../resources/scripts.ts'

export interface GallerySearch {
  query?: string | undefined
  category?: string | undefined
  tag?: string | undefined
}

/** Maximum page size. */
const largestPage = 100

/** Returns at most `limit` scripts and the total count. */
export async function searchGallery(
  client: Client,
  search: GallerySearch,
  limit: number,
): Promise<{ items: ListedScript[]; totalCount: number }> {
  const found = new Map<string, ListedScript>()
  // The same size for all pages, because the service counts pages in it.
  const pageSize = Math.min(largestPage, limit)
  for (let page = 1; ; page++) {
    const { items, totalCount } = await client.scripts.gallery({ query: { ...search, page, pageSize } })
    const before = found.size
    // Scripts may move between pages meanwhile; keyed by id, none is counted twice.
    for (const item of items) found.set(item.id, item)
    if (found.size > limits.list.most) throw answerTooLarge('list', 'The gallery')
    // A page without new scripts is the last, whatever the count says: the service may ignore paging.
    if (found.size >= Math.min(limit, totalCount) || found.size === before) {
      return { items: [...found.values()].slice(0, limit), totalCount: Math.max(totalCount, found.size) }
    }
  }
}
