/**
 * Bounds the work of a pattern of files. Patterns become regular expressions, which try every way to divide a name among
 * their wildcards: thirty of them need longer than anybody waits, and nothing can end that.
 */

/** In characters. */
const MOST_LENGTH = 1_000
/** Ways to divide a path among the wildcards. A real path has far fewer. */
const MOST_WAYS = 1e9
/** The longest name of a file or folder. */
const NAME = 255
/** Folders within each other. */
const DEPTH = 100

/** Why a pattern is not used; undefined for every pattern that anybody needs. */
export function workProblem(pattern: string): string | undefined {
  if (pattern.length > MOST_LENGTH) return `is longer than ${MOST_LENGTH} characters`
  if (/[*+]\(/.test(pattern)) return 'repeats a group, as in +(a)'
  return waysOf(pattern) > MOST_WAYS ? 'has too many wildcards' : undefined
}

function waysOf(pattern: string): number {
  let ways = NAME
  let globstars = 0
  for (const segment of pattern.split('/')) {
    if (/^\*\*+$/.test(segment)) globstars++
    else ways *= waysInName(segment)
  }
  return ways * combinations(DEPTH, globstars)
}

function waysInName(segment: string): number {
  const stars = segment.match(/\*+/g)?.length ?? 0
  const alternatives = segment.split(/[{(]/).slice(1)
  let choices = 1
  for (const part of alternatives) choices *= part.split(/[,|]/).length + 1
  // The last wildcard gets what is left.
  return combinations(NAME, Math.max(stars - 1, 0)) * choices
}

function combinations(most: number, chosen: number): number {
  let count = 1
  // From half of them on, there would be fewer ways again.
  const factors = Math.min(chosen, most / 2)
  for (let index = 0; index < factors; index++) count *= (most - index) / (index + 1)
  return count
}
