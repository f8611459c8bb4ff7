/** Lists scripts: of the public gallery, featured ones, templates, the caller's stars and pins, and those of a user. */

import { orUnsupported } from '../answers/unsupported.ts'
import type { Client } from '../client/client.ts'
import { type List, readList } from '../client/read-list.ts'
import { getScript, readUntypedList, toScripts, type UntypedPage } from '../client/untyped.ts'
import type { ListedScript } from '../resources/scripts.ts'

export const listNames = ['featured', 'templates', 'starred', 'pinned'] as const

interface ScriptFilter {
  query?: string | undefined
  category?: string | undefined
  tag?: string | undefined
}

/** At most `limit` scripts of the gallery, and how many there are in all. */
export const searchGallery = (
  client: Client,
  search: ScriptFilter,
  limit: number,
): Promise<List<ListedScript>> =>
  readList({
    ask: ({ page, pageSize, next }) =>
      client.scripts.gallery({ query: { ...search, page, pageSize }, next }),
    keyOf: ({ id }) => id,
    limit,
    position: 'page',
    what: 'The gallery',
  })

/** Filters locally, because these lists have no search. */
export async function readScripts(
  client: Client,
  from: (typeof listNames)[number] | { username: string },
  wanted: ScriptFilter,
  limit: number,
): Promise<List<ListedScript>> {
  const ask = typeof from === 'string' ? lists(client)[from] : await byUser(client, from.username)
  const what = typeof from === 'string' ? `list of ${from} scripts` : 'lists of scripts by user'
  const filtered = Object.values(wanted).some((value) => value !== undefined)
  const all = filtered ? Number.POSITIVE_INFINITY : limit
  const read = await orUnsupported(what, () => readUntypedList(ask, all))
  const scripts = toScripts(read.items)
  // A list of other records is an error, not an empty list.
  if (scripts.length === 0 && read.items.length > 0) getScript(read.items[0])
  const items = scripts.filter((script) => matchesFilter(script, wanted))
  return { items: items.slice(0, limit), totalCount: filtered ? items.length : read.totalCount }
}

const lists = ({ discovery, pins }: Client) => ({
  featured: discovery.featured,
  templates: discovery.templates,
  starred: discovery.starred,
  pinned: pins.list,
})

async function byUser({ profiles, discovery }: Client, username: string) {
  const { item } = await profiles.byUsername({ params: { username } })
  return (input: UntypedPage) => discovery.byUser({ params: { userId: item.id }, ...input })
}

function matchesFilter(
  { name, slug, description, category, tags }: ListedScript,
  wanted: ScriptFilter,
): boolean {
  const text = [name, slug, description, ...(tags ?? [])].join('\n').toLowerCase()
  return (
    (wanted.query === undefined || text.includes(wanted.query.toLowerCase())) &&
    (wanted.category === undefined || category?.toLowerCase() === wanted.category.toLowerCase()) &&
    (wanted.tag === undefined || (tags ?? []).includes(wanted.tag))
  )
}
