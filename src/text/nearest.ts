/** "Did you mean …?": the known word nearest to one that is not known. */

/** What suggestions may cost one rule for one script: pairs of characters that are compared. */
const BUDGET = 15_000_000
/** What it costs to see that a word is too long or too short, beside that. */
const LOOK = 50

/** Suggests for many words, until that has taken too long: a script may misspell a hundred thousand. */
export class Suggestions {
  #left = BUDGET

  nearest(word: string, candidates: Iterable<string>, most?: number): string | undefined {
    if (this.#left <= 0) return undefined
    return nearest(word, candidates, most, (compared) => {
      this.#left -= compared
    })
  }
}

/** The same for candidates that do not change. */
export function suggester(candidates: Iterable<string>, most?: number): (word: string) => string | undefined {
  const known = [...candidates]
  const suggestions = new Suggestions()
  return (word) => suggestions.nearest(word, known, most)
}

/**
 * The candidate that a typing mistake would turn into `word`, or undefined when none is near: at most
 * one edit per three characters, or as many as `most`; letter case is not counted as a difference.
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

/** Edits (insert, delete, replace, swap neighbours) from one word to another; `limit` when that many or more. */
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
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
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
