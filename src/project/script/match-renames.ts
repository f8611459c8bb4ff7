/** Finds files that only got another path: the slug or the text says that they are the same. */
import { unambiguous } from '../../grouped.ts'

interface Named {
  path: string
  slug: string
  text: string
}

/** A renamed file keeps this part of its lines with a name or text. */
const ENOUGH = 0.6
/** Above this number of pairs, only files with the same slug or text are found. */
const MOST_PAIRS = 40_000

/**
 * New path → old path. Two old files that are as similar to a new one are a guess, so neither counts.
 * @param gone files that are no longer there
 * @param added files that were not there
 */
export function matchRenames(gone: readonly Named[], added: readonly Named[]): Map<string, string> {
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
  if (old.length * now.length <= MOST_PAIRS) match(similarIn(now, old))
  return renames
}

/** Pairs of which both have a key that no other file of their side has. */
function sameIn(
  now: readonly Named[],
  old: readonly Named[],
  keyOf: (one: Named) => string,
): Pair[] {
  const only = (all: readonly Named[]) => {
    const byKey = new Map<string, Named | undefined>()
    for (const one of all) byKey.set(keyOf(one), byKey.has(keyOf(one)) ? undefined : one)
    return byKey
  }
  const oldByKey = only(old)
  return [...only(now)].flatMap(([key, to]): Pair[] => {
    const from = oldByKey.get(key)
    return to && from ? [[to, from]] : []
  })
}

type Pair = readonly [now: Named, old: Named]

/** Pairs that are more similar to each other than to any other file. */
function similarIn(now: readonly Named[], old: readonly Named[]): Pair[] {
  // Every script has the others, such as that with TopologyBuilder.
  const isOwn = (line: string) => /['"`]/.test(line)
  const lines = new Map([...now, ...old].map((one) => [one, linesOf(one.text).filter(isOwn)]))
  const scored = now.flatMap((to) =>
    old.map((from) => ({
      now: to,
      old: from,
      score: share(lines.get(to) ?? [], lines.get(from) ?? []),
    })),
  )
  const similar = scored.filter(({ score }) => score >= ENOUGH)
  return unambiguous(similar, Number.MIN_VALUE).map((one): Pair => [one.now, one.old])
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** From 0 to 1: how many lines both have. */
function share(first: readonly string[], second: readonly string[]): number {
  const left = new Map<string, number>()
  for (const line of first) left.set(line, (left.get(line) ?? 0) + 1)
  let both = 0
  for (const line of second) {
    const count = left.get(line) ?? 0
    if (count > 0) both++
    left.set(line, count - 1)
  }
  return (2 * both) / (first.length + second.length)
}
