/**
 * Counts where links must cross, from the order of their ends.
 *
 * The crossings between two rows are the inversions of the lower ends, sorted by the upper ones: Barth, Mutzel and Jünger, "Simple and
 * efficient bilayer cross counting" (2004). They count with a tree of sums; here a sort by insertion is faster, because the links
 * keep the order of the last count, and few of them cross.
 */
import type { Beside, Row, Slot } from '../unit/unit.ts'
import type { RowOrder } from './row-order.ts'

/** Long lists are often far from their order, so that a sort by insertion would take long. */
export const long = 64
/** So few pairs of links are compared one by one. */
const few = 64

/** The links of a gutter without turns. */
interface Passing {
  /** Their numbers, in the order of the last count. */
  readonly links: number[]
  /** Positions of their lower ends, sorted. */
  readonly lowers: number[]
  /** The rows that have the ends of the links. */
  readonly rows: Int32Array
  /** When they were counted last, and how many crossings there were. */
  time: number
  count: number
}

export class Crossings {
  readonly #order: RowOrder
  readonly #places: Float64Array
  readonly #passing: readonly Passing[]
  /** The slots at the ends of each link. */
  readonly #upper: Int32Array
  readonly #lower: Int32Array

  constructor(order: RowOrder) {
    const { rows, links } = order.unit
    this.#order = order
    this.#places = order.places
    this.#passing = rows.map(passingBelow).filter((passing) => passing.links.length > 1)
    this.#upper = Int32Array.from(links, ({ upper }) => upper.number)
    this.#lower = Int32Array.from(links, ({ lower }) => lower.number)
  }

  /** Crossings of the whole unit. */
  count(): number {
    let sum = 0
    for (const passing of this.#passing) {
      if (this.#order.haveChangedSince(passing.time, passing.rows)) {
        passing.count = this.#inGutter(passing)
        passing.time = this.#order.now
      }
      sum += passing.count
    }
    return sum + this.lanesBetween(this.#order.unit.beside)
  }

  /** Lanes between neighbours whose connections run from side to side. */
  lanesBetween(beside: readonly Beside[]): number {
    let sum = 0
    for (const { left, right } of beside) {
      const leftPlace = this.#order.placeOf(left)
      const rightPlace = this.#order.placeOf(right)
      for (const entry of this.#order.of(left.row)) {
        const place = this.#order.placeOf(entry)
        if (place > leftPlace && place < rightPlace) sum++
      }
    }
    return sum
  }

  #inGutter({ links, lowers }: Passing): number {
    this.#sortLinks(links)
    let count = 0
    for (let index = 0; index < links.length; index++) {
      const place = this.#places[this.#lower[links[index] as number] as number] as number
      let target = index
      for (; target > 0 && place < (lowers[target - 1] as number); target--)
        lowers[target] = lowers[target - 1] as number
      lowers[target] = place
      count += index - target
    }
    return count
  }

  #sortLinks(links: number[]): void {
    if (links.length > long) links.sort((a, b) => this.#byEnds(a, b))
    for (let index = 1; index < links.length; index++) {
      const link = links[index] as number
      let target = index
      for (; target > 0 && this.#byEnds(link, links[target - 1] as number) < 0; target--)
        links[target] = links[target - 1] as number
      links[target] = link
    }
  }

  #byEnds(a: number, b: number): number {
    const places = this.#places
    const upper = this.#upper
    const byUpper = (places[upper[a] as number] as number) - (places[upper[b] as number] as number)
    if (byUpper !== 0) return byUpper
    const lower = this.#lower
    return (places[lower[a] as number] as number) - (places[lower[b] as number] as number)
  }

  /** Crossings between the links of two neighbours in a row: as they stand, less those after an exchange. */
  gainOfExchange(left: Slot, right: Slot): number {
    return this.gainAbove(left, right) + this.gainBelow(left, right)
  }

  gainAbove(left: Slot, right: Slot): number {
    const { above } = this.#order
    return this.#gain(above[left.number] as number[], above[right.number] as number[])
  }

  gainBelow(left: Slot, right: Slot): number {
    const { below } = this.#order
    return this.#gain(below[left.number] as number[], below[right.number] as number[])
  }

  #gain(left: number[], right: number[]): number {
    const isFew = left.length * right.length < few
    return isFew ? this.#gainByPairs(left, right) : this.#gainBySorting(left, right)
  }

  #gainByPairs(left: readonly number[], right: readonly number[]): number {
    const places = this.#places
    let sum = 0
    for (let a = 0; a < left.length; a++) {
      const place = places[left[a] as number] as number
      for (let b = 0; b < right.length; b++) {
        const other = places[right[b] as number] as number
        if (place > other) sum++
        else if (place < other) sum--
      }
    }
    return sum
  }

  /** Long lists are sorted where they are: their order means nothing. */
  #gainBySorting(left: number[], right: number[]): number {
    const places = this.#places
    const byPlace = (a: number, b: number) => (places[a] as number) - (places[b] as number)
    left.sort(byPlace)
    right.sort(byPlace)
    let sum = 0
    let less = 0
    let notMore = 0
    for (const slot of left) {
      const place = places[slot] as number
      while (less < right.length && (places[right[less] as number] as number) < place) less++
      while (notMore < right.length && (places[right[notMore] as number] as number) <= place)
        notMore++
      sum += less - (right.length - notMore)
    }
    return sum
  }
}

function passingBelow({ gutter }: Row): Passing {
  const links = gutter.links.filter(({ isTurn }) => !isTurn)
  const rows = new Set(links.flatMap(({ upper, lower }) => [upper.row.number, lower.row.number]))
  return {
    links: links.map(({ number }) => number),
    lowers: [],
    rows: Int32Array.from(rows),
    time: -1,
    count: 0,
  }
}
