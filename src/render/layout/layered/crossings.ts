/** Counts where links must cross, from the order of their ends. */
import { type Beside, entriesAround, type Gutter, type Link, rowsOf, type Slot, type Unit } from './model.ts'

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
  return entries.reduce((sum, { place }) => sum + (place > left.place && place < right.place ? 1 : 0), 0)
}

/** Inversions, counted while sorting. */
function inGutter({ passing }: Gutter): number {
  passing.sort((a, b) => a.upper.place - b.upper.place || a.lower.place - b.lower.place)
  return inversions(passing.map(({ lower }) => lower.place))
}

function inversions(values: number[]): number {
  let count = 0
  let from = values
  let to = new Array<number>(values.length)
  for (let size = 1; size < from.length; size *= 2) {
    for (let start = 0; start < from.length; start += 2 * size) {
      const middle = Math.min(start + size, from.length)
      const end = Math.min(start + 2 * size, from.length)
      let [a, b] = [start, middle]
      for (let at = start; at < end; at++) {
        if (b >= end || (a < middle && (from[a] as number) <= (from[b] as number)))
          to[at] = from[a++] as number
        else {
          count += middle - a
          to[at] = from[b++] as number
        }
      }
    }
    ;[from, to] = [to, from]
  }
  return count
}

export const otherEnd = (link: Link, entry: Slot): Slot => (link.upper === entry ? link.lower : link.upper)

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

function gain(left: readonly Slot[], right: readonly Slot[]): number {
  let sum = 0
  if (left.length * right.length < few) {
    for (const { place } of left)
      for (const other of right) sum += place > other.place ? 1 : place < other.place ? -1 : 0
    return sum
  }
  const [a, b] = [sortedPlaces(left), sortedPlaces(right)]
  let [less, notMore] = [0, 0]
  for (const place of a) {
    while (less < b.length && (b[less] as number) < place) less++
    while (notMore < b.length && (b[notMore] as number) <= place) notMore++
    sum += less - (b.length - notMore)
  }
  return sum
}

const sortedPlaces = (ends: readonly Slot[]) => Float64Array.from(ends, ({ place }) => place).sort()
