/** Reports scripts with the same slug: the service, and a folder of pictures, can have only one of them. */

import { spanAt } from '../../files/position.ts'
import { countsOf, groupedBy } from '../../grouped.ts'
import { joined } from '../../text/words.ts'
import type { LocalScript } from './load.ts'

/** True if both slugs would name the same script, or the same file on some disks. */
export const isSameSlug = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

interface NamedScript {
  readonly path: string
  readonly slug: string
}

/** The scripts whose slug another file has too, with the paths of all files that have it. */
export function duplicatesIn<Script extends NamedScript>(
  scripts: readonly Script[],
): Map<Script, readonly string[]> {
  const keyOf = ({ slug }: Script) => slug.toLowerCase()
  const counts = countsOf(scripts.map(keyOf))
  const repeated = scripts.filter((script) => counts.get(keyOf(script)) !== 1)
  const duplicates = new Map<Script, readonly string[]>()
  for (const twins of groupedBy(repeated, keyOf).values()) {
    // The same file may have been named twice.
    const paths = [...new Set(twins.map(({ path }) => path))]
    if (paths.length === 1) continue
    for (const script of twins) duplicates.set(script, paths)
  }
  return duplicates
}

/** Adds a problem to each script whose slug another file has too, so that none of them is sent. */
export async function reportDuplicates(scripts: readonly LocalScript[]): Promise<void> {
  for (const [script, paths] of duplicatesIn(scripts)) await reportDuplicate(script, paths)
}

/** Adds the problem to one script. @param paths of files with its slug; none if it is the only one */
export async function reportDuplicate(
  script: LocalScript,
  paths: readonly string[],
): Promise<void> {
  const { path, slug, text } = script
  const others = paths.filter((other) => other !== path)
  if (others.length === 0) return
  const { parseHeader } = await import('./header/header.ts')
  script.problems.push({
    rule: 'duplicate-slug',
    message: `The slug \`${slug}\` is also the slug of ${listOf(others)}.`,
    fix: 'Rename one of the files, write another `slug:` in its header, or set `slug` in topo.config.json, as in "{path}-{name}".',
    path,
    ...spanAt(text, ...(parseHeader(text).pairs.slug ?? [0, 0])),
  })
}

/** Names the first files, and counts the others. */
export function listOf(paths: readonly string[]): string {
  const named = paths.slice(0, MOST_NAMED)
  const more = paths.length - named.length
  const parts = more > 0 ? [...named, `${more} more`] : named
  return joined(' and ', parts.slice(0, -1).join(', '), parts.at(-1))
}

const MOST_NAMED = 3
