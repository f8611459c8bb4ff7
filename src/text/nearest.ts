/** Finds the nearest known word for "Did you mean …?" */

/** Limit per rule and script, in compared pairs of characters. */
const BUDGET = 15_000_000
/** Cost of a length check. */
const LOOK = 50

/** Suggests words until the budget is used up: a script may contain a hundred thousand typos. */
export class Suggestions {
  #left = BUDGET

  nearest(word: string, candidates: Iterable<string>, most?: number): string | undefined {
    if (this.#left <= 0) return undefined
    return nearest(word, candidates, most, (compared) => {
      this.#left -= compared
    })
  }
}

/** Returns a function that suggests from fixed candidates. */
export function suggester(
  candidates: Iterable<string>,
  most?: number,
): (word: string) => string | undefined {
  const known = [...candidates]
  const suggestions = new Suggestions()
  return (word) => suggestions.nearest(word, known, most)
}

/**
 * The candidate nearest to `word`, or undefined if none is near: at most one edit per three characters, or `most`
 * edits. Ignores case.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  most?: number,
  onCompare: (characters: number) => void = () => {},
): string | undefined {
  const wanted = word.toLowerCase()
  if (wanted.length === 0 || wanted.length > 80) return undefined
  let limit = (most ?? Math.max(1, Math.floor(wanted.length / 3))) + 1
  let best: string | undefined
  for (const candidate of candidates) {
    onCompare(LOOK)
    if (candidate === word || Math.abs(candidate.length - word.length) >= limit) continue
    onCompare(wanted.length * candidate.length)
    const distance = editDistance(wanted, candidate.toLowerCase(), limit)
    if (distance >= limit) continue
    limit = distance
    best = candidate
    if (distance === 0) break
  }
  return best
}

/** Edit distance (insert, delete, replace, swap neighbours), at most `limit`. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the inner loop runs millions of times for a script with many typos.
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (row > 1 && column > 1 && isSwapped) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      }
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (least >= limit) return limit
    beforeLast = last
    last = current
  }
  return last[b.length] ?? limit
}
