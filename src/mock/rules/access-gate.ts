/** Access gate: decides who may read the code and the readme of a script (*Access gate on reads*). */

import type { Database } from '../database/database.ts'
import type { ScriptRow, UserRow } from '../database/rows.ts'

/** Rules 1 to 5 of the section. */
export function isEntitled(database: Database, script: ScriptRow, caller: UserRow | undefined): boolean {
  if (script.section !== 'cases' || script.accessTier === 'free') return true
  if (!caller) return false
  if (script.ownerId === caller.id) return true
  if (script.workspaceId !== null && database.members.get(`${script.workspaceId} ${caller.id}`)) return true
  return bundlesOf(script).some((bundle) => database.ownedBundles.get(`${caller.id} ${bundle}`) !== undefined)
}

/** A tag `category:<slug>` belongs to the bundle `<slug>-cases`. */
export function bundlesOf(script: ScriptRow): string[] {
  return script.tags
    .filter((tag) => tag.startsWith('category:'))
    .map((tag) => `${tag.slice('category:'.length)}-cases`)
}

const previewCharacters = 2200
const previewShare = 0.45

/**
 * Teaser of a readme: ends before the third `##` heading, at most 2200 characters and at most
 * 45 % of the readme; null if only a heading remains.
 */
export function previewOf(readme: string | null): string | null {
  if (readme === null) return null
  const headings = [...readme.matchAll(/^##(?!#)/gm)]
  const beforeThird = headings[2]?.index ?? readme.length
  const length = Math.min(beforeThird, previewCharacters, Math.floor(readme.length * previewShare))
  // Do not split a character of two code units.
  const cut = readme
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
  const hasBody = cut.split('\n').some((line) => line.trim() !== '' && !line.startsWith('#'))
  return hasBody ? cut : null
}
