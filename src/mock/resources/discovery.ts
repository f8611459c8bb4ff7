/** Finding scripts: *Script discovery* of *Further endpoints*, inferred. */
import type { Contract } from '../../api/resources/index.ts'
import type { Database } from '../database/database.ts'
import type { ScriptRow, UserRow } from '../database/rows.ts'
import type { Handlers } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { matches, publicScripts } from '../rules/gallery-query.ts'
import { paginateByOffset, toListItem } from '../rules/serialize.ts'
import { isVisible } from '../rules/visibility.ts'

export const discovery: Handlers<Contract['discovery']> = {
  search: ({ world, query }) => {
    const rows = publicScripts(world).filter((row) => matches(row, query))
    return paginateByOffset(rows, query, (row) => toListItem(world, row))
  },

  featured: ({ world, query }) => {
    const rows = publicScripts(world).filter(({ isFeatured }) => isFeatured)
    return paginateByOffset(rows, query, (row) => toListItem(world, row))
  },

  templates: ({ world, query }) => {
    const rows = publicScripts(world).filter(({ tags }) => tags.some((tag) => templateTags.has(tag)))
    return paginateByOffset(rows, query, (row) => toListItem(world, row))
  },

  starred: ({ world, query, caller }) =>
    paginateByOffset(visibleScripts(world, world.stars.by('user', caller.id), caller), query, (row) =>
      toListItem(world, row),
    ),

  byUser: ({ world, params, query, caller }) => {
    if (!world.users.get(params.userId)) throw notFound('user not found')
    const rows = world.scripts.by('owner', params.userId).filter((row) => isVisible(row, caller))
    return paginateByOffset(rows, query, (row) => toListItem(world, row))
  },

  bySlugs: ({ world, query, caller }) => {
    const slugs = [...new Set(query.slugs.split(','))]
    const rows = slugs
      .flatMap((slug) => world.scripts.by('slug', slug))
      .filter((row) => isVisible(row, caller))
    return paginateByOffset(rows, { limit: rows.length }, (row) => toListItem(world, row))
  },

  categories: ({ world }) => countBy(publicScripts(world).flatMap(({ category }) => category ?? [])),
  tags: ({ world }) => countBy(publicScripts(world).flatMap(({ tags }) => [...new Set(tags)])),
}

/** Tags of scripts that serve as templates. */
const templateTags = new Set(['template', 'demo'])

/** Scripts of the given rows that the caller may see. */
export function visibleScripts(
  world: Database,
  rows: readonly { scriptId: string }[],
  caller: UserRow,
): ScriptRow[] {
  return rows
    .flatMap(({ scriptId }) => world.scripts.get(scriptId) ?? [])
    .filter((row) => isVisible(row, caller))
}

function countBy(names: readonly string[]) {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const items = [...counts].map(([name, scriptCount]) => ({ name, scriptCount }))
  items.sort((a, b) => b.scriptCount - a.scriptCount || (a.name < b.name ? -1 : 1))
  return { items, totalCount: items.length }
}
