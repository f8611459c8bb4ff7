/** The public gallery, read by page. */

import { answerTooLarge, limits } from '../../limits/limits.ts'
import type { Client } from '../client.ts'
import type { ListedScript } from '../resources/scripts.ts'

export interface GallerySearch {
  query?: string | undefined
  category?: string | undefined
  tag?: string | undefined
}

/** The largest page that is asked for. */
const largestPage = 100

/** What is found, at most `limit` scripts, and how many there are in all. */
export async function searchGallery(
  client: Client,
  search: GallerySearch,
  limit: number,
): Promise<{ items: ListedScript[]; totalCount: number }> {
  const found = new Map<string, ListedScript>()
  // One size for all pages: the service counts them in it.
  const pageSize = Math.min(largestPage, limit)
  for (let page = 1; ; page++) {
    const { items, totalCount } = await client.scripts.gallery({ query: { ...search, page, pageSize } })
    const before = found.size
    // A script may move between pages while they are read; by id none is counted twice.
    for (const item of items) found.set(item.id, item)
    if (found.size > limits.list.most) throw answerTooLarge('list', 'The gallery')
    // A page without anything new is the last one, whatever the count says: paging may be ignored.
    if (found.size >= Math.min(limit, totalCount) || found.size === before) {
      return { items: [...found.values()].slice(0, limit), totalCount: Math.max(totalCount, found.size) }
    }
  }
}
