/** Reads the public gallery by page. */

import type { Client } from '../client.ts'
import { type List, readList } from '../read-list.ts'
import type { ListedScript } from '../resources/scripts.ts'

export interface GallerySearch {
  query?: string | undefined
  category?: string | undefined
  tag?: string | undefined
}

/** At most `limit` scripts, and how many there are in all. */
export const searchGallery = (
  client: Client,
  search: GallerySearch,
  limit: number,
): Promise<List<ListedScript>> =>
  readList({
    ask: ({ page, pageSize, next }) => client.scripts.gallery({ query: { ...search, page, pageSize }, next }),
    keyOf: ({ id }) => id,
    limit,
    position: 'page',
    what: 'The gallery',
  })
