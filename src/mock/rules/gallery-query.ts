/** Searches public scripts. */
import type { ScriptRow } from '../database/rows.ts'

/** Public scripts, newest first. */
export const publicScripts = (scripts: readonly ScriptRow[]): ScriptRow[] =>
  scripts
    .filter((row) => row.isPublic)
    .sort(
      (a, b) =>
        (b.publishedAt ?? '').localeCompare(a.publishedAt ?? '') || a.slug.localeCompare(b.slug),
    )

/** True if the script matches the query. */
export function matches(
  row: ScriptRow,
  query: { query?: string | undefined; category?: string | undefined; tag?: string | undefined },
) {
  const words = query.query?.toLowerCase()
  const texts = [row.name, row.slug, row.description, ...row.tags]
  const text = texts.join('\n').toLowerCase()
  return (
    (words === undefined || text.includes(words)) &&
    (query.category === undefined ||
      row.category?.toLowerCase() === query.category.toLowerCase()) &&
    (query.tag === undefined || row.tags.includes(query.tag))
  )
}
