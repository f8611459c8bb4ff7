/** Finds files that only got another path: the slug, the text or git says that they are the same. */
import { countsOf, groupedBy, unambiguous } from '../../grouped.ts'

interface Named {
  path: string
  slug: string
  text: string
}

/** A renamed file keeps this part of its lines with a name or text. */
const ENOUGH = 0.6
/** A file with this part of them may be renamed, or be another one. */
const PERHAPS = 0.2
/** Above this number of pairs, only files with the same slug or text are found. */
const MOST_PAIRS = 40_000

/**
 * New path → old path. Two old files that are as similar to a new one are a guess, so neither counts.
 * @param gone files that are no longer there
 * @param added files that were not there
 * @param hints new path → old path, as git guesses: it compares bytes, so most of a short file may be its frame
 */
export function matchRenames(
  gone: readonly Named[],
  added: readonly Named[],
  hints: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const renames = new Map<string, string>()
  let old = gone
  let now = added
  const match = (pairs: readonly Pair[]) => {
    for (const [to, from] of pairs) renames.set(to.path, from.path)
    const taken = new Set(renames.values())
    old = old.filter(({ path }) => !taken.has(path))
    now = now.filter(({ path }) => !renames.has(path))
  }
  match(sameIn(now, old, ({ slug }) => slug))
  match(sameIn(now, old, ({ text }) => linesOf(text).join('\n')))
  if (old.length * now.length <= MOST_PAIRS) {
    match(hintedIn(now, old, hints))
    match(similarIn(now, old))
  }
  return renames
}

/** Old path → new paths that may be its renamed file, though too little is the same to be sure; the most similar first. */
export function perhapsRenamed(
  gone: readonly Named[],
  added: readonly Named[],
): Map<string, string[]> {
  if (gone.length * added.length > MOST_PAIRS) return new Map()
  const similar = scoresOf(added, gone)
    .filter(({ score }) => score >= PERHAPS)
    .toSorted((a, b) => b.score - a.score)
  return new Map(
    [...groupedBy(similar, ({ old }) => old.path)].map(([path, pairs]) => [
      path,
      pairs.map(({ now }) => now.path),
    ]),
  )
}

/** Pairs of which both have a key that no other file of their side has. */
function sameIn(
  now: readonly Named[],
  old: readonly Named[],
  keyOf: (one: Named) => string,
): Pair[] {
  const only = (all: readonly Named[]) => {
    const byKey = new Map<string, Named | undefined>()
    for (const one of all) {
      const key = keyOf(one)
      byKey.set(key, byKey.has(key) ? undefined : one)
    }
    return byKey
  }
  const oldByKey = only(old)
  return [...only(now)].flatMap(([key, to]): Pair[] => {
    const from = oldByKey.get(key)
    return to && from ? [[to, from]] : []
  })
}

type Pair = readonly [now: Named, old: Named]

/** Pairs of git with a line in common that is not the frame, and more than with any other old file. */
function hintedIn(
  now: readonly Named[],
  old: readonly Named[],
  hints: ReadonlyMap<string, string>,
): Pair[] {
  const hinted = now.filter(({ path }) => hints.has(path))
  const byFile = groupedBy(scoresOf(hinted, old), (one) => one.now)
  return hinted.flatMap((to): Pair[] => {
    const scores = byFile.get(to) ?? []
    const meant = scores.find((one) => one.old.path === hints.get(to.path))
    const others = scores.filter((one) => one !== meant).map(({ score }) => score)
    const isBest = meant !== undefined && meant.score > Math.max(0, ...others)
    return isBest ? [[to, meant.old]] : []
  })
}

/** Pairs that are more similar to each other than to any other file. */
function similarIn(now: readonly Named[], old: readonly Named[]): Pair[] {
  const similar = scoresOf(now, old).filter(({ score }) => score >= ENOUGH)
  return unambiguous(similar, Number.MIN_VALUE).map((one): Pair => [one.now, one.old])
}

interface Score {
  now: Named
  old: Named
  /** From 0 to 1. */
  score: number
}

/** How similar each file is to each old one. */
function scoresOf(now: readonly Named[], old: readonly Named[]): Score[] {
  // Every script has the others, such as that with TopologyBuilder.
  const isOwn = (line: string) => /['"`]/.test(line)
  const lines = new Map<Named, string[]>()
  for (const one of [...now, ...old]) lines.set(one, linesOf(one.text).filter(isOwn))
  return now.flatMap((to) =>
    old.map((from) => ({
      now: to,
      old: from,
      score: share(lines.get(to) ?? [], lines.get(from) ?? []),
    })),
  )
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** From 0 to 1: how many lines both have. */
function share(first: readonly string[], second: readonly string[]): number {
  const left = countsOf(first)
  let both = 0
  for (const line of second) {
    const count = left.get(line) ?? 0
    if (count > 0) both++
    left.set(line, count - 1)
  }
  return first.length + second.length === 0 ? 0 : (2 * both) / (first.length + second.length)
}
