/** Counts where links must cross, from the order of their ends. */
import {
  type Beside,
  entriesAround,
  type Gutter,
  type Link,
  rowsOf,
  type Slot,
  type Unit,
} from '../unit/unit.ts'

/** Crossings of the whole unit. */
export function countCrossings(unit: Unit): number {
  let sum = 0
  for (const { gutter } of rowsOf(unit)) if (gutter.passing.length > 1) sum += inGutter(gutter)
  for (const one of unit.beside) sum += lanesBetween(one)
  return sum
}

/** Lanes between two neighbours whose connection runs from side to side. */
export function lanesBetween({ left, right }: Beside): number {
  const { entries } = left.row
  return entries.reduce(
    (sum, { place }) => sum + (place > left.place && place < right.place ? 1 : 0),
    0,
  )
}

/** Long lists are often far from their order, so that a sort by insertion would take long. */
export const long = 64

/** Sorts by insertion: fast for links that are in the order of the last count, and few of which cross. */
function inGutter({ passing, lowers }: Gutter): number {
  if (passing.length > long) passing.sort(byEnds)
  for (let at = 1; at < passing.length; at++) {
    const link = passing[at] as Link
    let to = at
    for (; to > 0 && byEnds(link, passing[to - 1] as Link) < 0; to--)
      passing[to] = passing[to - 1] as Link
    passing[to] = link
  }
  let count = 0
  for (let at = 0; at < passing.length; at++) {
    const { place } = (passing[at] as Link).lower
    let to = at
    for (; to > 0 && place < (lowers[to - 1] as number); to--) lowers[to] = lowers[to - 1] as number
    lowers[to] = place
    count += at - to
  }
  return count
}

const byEnds = (a: Link, b: Link): number =>
  a.upper.place - b.upper.place || a.lower.place - b.lower.place

export const otherEnd = (link: Link, entry: Slot): Slot =>
  link.upper === entry ? link.lower : link.upper

/** Notes where the links of all entries lead: comparing them takes most of the time of a layout. */
export function connectEnds(unit: Unit): void {
  for (const { entries } of rowsOf(unit)) {
    for (const entry of entries) {
      const { ups, downs, above, below, frame } = entry
      above.push(...ups.map(({ upper }) => upper), ...(frame?.ups.map(({ upper }) => upper) ?? []))
      below.push(...downs.map((link) => otherEnd(link, entry)))
      if (frame) below.push(...frame.downs.map((link) => lowerEnd(link, entry)))
    }
  }
}

/** The end of a link below the border of a frame. */
const lowerEnd = ({ upper, lower, isTurn }: Link, frame: Slot): Slot =>
  isTurn && [...entriesAround(lower)].includes(frame) ? upper : lower

/** Undefined without ends. */
export function meanPlace(ends: readonly Slot[]): number | undefined {
  if (ends.length === 0) return undefined
  let sum = 0
  for (const { place } of ends) sum += place
  return sum / ends.length
}

/** So few pairs of links are compared one by one. */
const few = 64

/** Crossings between the links of two neighbours in a row: as they stand, less those after an exchange. */
export const gainOfExchange = (left: Slot, right: Slot): number =>
  gain(left.above, right.above) + gain(left.below, right.below)

const gain = (left: Slot[], right: Slot[]): number =>
  left.length * right.length < few ? gainByPairs(left, right) : gainBySorting(left, right)

function gainByPairs(left: readonly Slot[], right: readonly Slot[]): number {
  let sum = 0
  for (let a = 0; a < left.length; a++) {
    const { place } = left[a] as Slot
    for (let b = 0; b < right.length; b++) {
      const other = (right[b] as Slot).place
      if (place > other) sum++
      else if (place < other) sum--
    }
  }
  return sum
}

/** Long lists are sorted where they are: their order means nothing. */
function gainBySorting(left: Slot[], right: Slot[]): number {
  left.sort(byPlace)
  right.sort(byPlace)
  let sum = 0
  let less = 0
  let notMore = 0
  for (const { place } of left) {
    while (less < right.length && (right[less] as Slot).place < place) less++
    while (notMore < right.length && (right[notMore] as Slot).place <= place) notMore++
    sum += less - (right.length - notMore)
  }
  return sum
}

const byPlace = (a: Slot, b: Slot): number => a.place - b.place
