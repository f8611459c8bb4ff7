/** Counts where links must cross, from the order of their ends. */
import type { Beside, Gutter, Link, Slot, Unit } from './model.ts'
import { rowsOf } from './model.ts'

/** Crossings of the whole unit. */
export function countCrossings(unit: Unit): number {
  let sum = 0
  for (const { gutter } of rowsOf(unit)) if (gutter.links.length > 1) sum += inGutter(gutter)
  for (const one of unit.beside) sum += lanesBetween(one)
  return sum
}

/** Lanes between two neighbours whose connection runs from side to side. */
export function lanesBetween({ left, right }: Beside): number {
  const { entries } = left.row
  return entries.reduce((sum, { place }) => sum + (place > left.place && place < right.place ? 1 : 0), 0)
}

/** Inversions, counted while sorting. */
function inGutter({ links }: Gutter): number {
  const sorted = links
    .filter(({ isTurn }) => !isTurn)
    .sort((a, b) => a.upper.place - b.upper.place || a.lower.place - b.lower.place)
  return inversions(sorted.map(({ lower }) => lower.place))
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

/** The mean position of where the links of an entry lead; undefined without links. */
export function meanPlace(entry: Slot, isUp: boolean): number | undefined {
  let [sum, count] = [0, 0]
  if (isUp) {
    for (const { upper } of entry.ups) {
      sum += upper.place
      count++
    }
    if (entry.frame)
      for (const { upper } of entry.frame.ups) {
        sum += upper.place
        count++
      }
  } else {
    for (const link of entry.downs) {
      sum += otherEnd(link, entry).place
      count++
    }
    if (entry.frame)
      for (const link of entry.frame.downs) {
        sum += lowerEnd(link, entry).place
        count++
      }
  }
  return count === 0 ? undefined : sum / count
}

/** The end of a link below the border of a frame. */
const lowerEnd = ({ upper, lower, isTurn }: Link, frame: Slot): Slot =>
  isTurn && isWithin(lower, frame) ? upper : lower

/** Where the links of an entry lead, upwards or downwards; those of a frame are all that cross its border. */
function linkedPlaces(entry: Slot, isUp: boolean): number[] {
  const places: number[] = []
  if (isUp) {
    for (const { upper } of entry.ups) places.push(upper.place)
    if (entry.frame) for (const { upper } of entry.frame.ups) places.push(upper.place)
  } else {
    for (const link of entry.downs) places.push(otherEnd(link, entry).place)
    if (entry.frame) for (const link of entry.frame.downs) places.push(lowerEnd(link, entry).place)
  }
  return places
}

function isWithin(entry: Slot, outer: Slot): boolean {
  for (let at: Slot | undefined = entry; at !== undefined; at = at.row.frame.entry)
    if (at === outer) return true
  return false
}

/** So few pairs of links are compared one by one. */
const few = 64

/** Crossings between the links of two neighbours in a row: as they stand, less those after an exchange. */
export function gainOfExchange(left: Slot, right: Slot): number {
  const pairs = left.ups.length * right.ups.length + left.downs.length * right.downs.length
  if (!left.frame && !right.frame && pairs < few) return gainOfPairs(left, right)
  return (
    gain(linkedPlaces(left, true), linkedPlaces(right, true)) +
    gain(linkedPlaces(left, false), linkedPlaces(right, false))
  )
}

/** Without lists: most entries are lanes, with one link on each side. */
function gainOfPairs(left: Slot, right: Slot): number {
  let sum = 0
  for (const { upper: a } of left.ups)
    for (const { upper: b } of right.ups) sum += Math.sign(a.place - b.place)
  for (const one of left.downs) {
    const a = otherEnd(one, left).place
    for (const other of right.downs) sum += Math.sign(a - otherEnd(other, right).place)
  }
  return sum
}

function gain(left: number[], right: number[]): number {
  if (left.length === 0 || right.length === 0) return 0
  if (left.length * right.length < few) {
    let sum = 0
    for (const a of left) for (const b of right) sum += a > b ? 1 : a < b ? -1 : 0
    return sum
  }
  left.sort((a, b) => a - b)
  right.sort((a, b) => a - b)
  let [sum, less, notMore] = [0, 0, 0]
  for (const a of left) {
    while (less < right.length && (right[less] as number) < a) less++
    while (notMore < right.length && (right[notMore] as number) <= a) notMore++
    sum += less - (right.length - notMore)
  }
  return sum
}
