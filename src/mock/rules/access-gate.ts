/** Access gate: decides who may read the code and the readme of a script (*Access gate on reads*). */
import type { MemberRow, OwnedBundleRow, ScriptRow, UserRow } from '../database/rows.ts'

/** Rules 1 to 5 of the section; memberships and bundles are those of the caller. */
export function isEntitled(
  script: ScriptRow,
  caller: UserRow | undefined,
  memberships: readonly MemberRow[],
  owned: readonly OwnedBundleRow[],
): boolean {
  if (script.section !== 'cases' || script.accessTier === 'free') return true
  if (!caller) return false
  if (script.ownerId === caller.id) return true
  if (memberships.some(({ workspaceId }) => workspaceId === script.workspaceId)) return true
  const bundles = bundlesOf(script)
  return owned.some(({ bundleId }) => bundles.includes(bundleId))
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
  const isText = (line: string) => line.trim() !== '' && !line.startsWith('#')
  const hasBody = cut.split('\n').some(isText)
  return hasBody ? cut : null
}
