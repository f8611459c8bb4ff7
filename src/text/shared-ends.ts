/** The items that two lists, or the characters that two texts, have in common at their start and at their end. */

export interface SharedEnds {
  /** Number of equal items at the start. */
  readonly first: number
  /** Number of equal items at the end, which are not among the first. */
  readonly last: number
}

export function sharedEnds<T>(before: ArrayLike<T>, after: ArrayLike<T>): SharedEnds {
  const most = Math.min(before.length, after.length)
  let first = 0
  while (first < most && before[first] === after[first]) first++
  const mostLast = most - first
  let last = 0
  while (last < mostLast && fromEnd(before, last) === fromEnd(after, last)) last++
  return { first, last }
}

const fromEnd = <T>(items: ArrayLike<T>, index: number): T | undefined =>
  items[items.length - 1 - index]
