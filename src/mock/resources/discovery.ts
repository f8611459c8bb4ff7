/** Finding scripts: *Script discovery* of *Further endpoints*, inferred. */
import { compareTexts, countsOf } from '../../grouped.ts'
import type { Database } from '../database/database.ts'
import type { ScriptRow, UserRow } from '../database/rows.ts'
import { notFound } from '../http/http-error.ts'
import { matches, publicScripts } from '../rules/gallery-query.ts'
import { isVisible } from '../rules/visibility.ts'
import type { Handlers } from './handler.ts'
import { listScripts } from './script-answers.ts'

export const discovery: Handlers<'discovery'> = {
  search: ({ database, query }) => listPublic(database, (row) => matches(row, query), query),
  featured: ({ database, query }) =>
    listPublic(database, ({ isFeatured = false }) => isFeatured, query),
  templates: ({ database, query }) =>
    listPublic(database, ({ tags }) => tags.some((tag) => templateTags.has(tag)), query),

  starred: ({ database, query, caller }) =>
    listScripts(
      database,
      visibleScripts(database, database.stars.by('user', caller.id), caller),
      query,
    ),

  byUser: ({ database, params, query, caller }) => {
    if (!database.users.get(params.userId)) throw notFound('user not found')
    const rows = database.scripts.by('owner', params.userId).filter((row) => isVisible(row, caller))
    return listScripts(database, rows, query)
  },

  bySlugs: ({ database, query, caller }) => {
    const slugs = [...new Set(query.slugs.split(','))]
    const rows = slugs
      .flatMap((slug) => database.scripts.by('slug', slug))
      .filter((row) => isVisible(row, caller))
    return listScripts(database, rows, { limit: rows.length })
  },

  categories: ({ database }) =>
    countBy(publicScripts(database.scripts.all()).flatMap(({ category }) => category ?? [])),
  tags: ({ database }) => {
    const scripts = publicScripts(database.scripts.all())
    return countBy(scripts.flatMap(({ tags }) => [...new Set(tags)]))
  },
}

const listPublic = (
  database: Database,
  isListed: (row: ScriptRow) => boolean,
  query: Parameters<typeof listScripts>[2],
) => listScripts(database, publicScripts(database.scripts.all()).filter(isListed), query)

/** Tags of scripts that serve as templates. */
const templateTags = new Set(['template', 'demo'])

/** Scripts of the given rows that the caller may see. */
export function visibleScripts(
  database: Database,
  rows: readonly { scriptId: string }[],
  caller: UserRow,
): ScriptRow[] {
  return rows
    .flatMap(({ scriptId }) => database.scripts.get(scriptId) ?? [])
    .filter((row) => isVisible(row, caller))
}

function countBy(names: readonly string[]) {
  const items = [...countsOf(names)].map(([name, scriptCount]) => ({ name, scriptCount }))
  items.sort((a, b) => b.scriptCount - a.scriptCount || compareTexts(a.name, b.name))
  return { items, totalCount: items.length }
}
