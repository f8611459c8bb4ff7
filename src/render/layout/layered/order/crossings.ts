/**
 * Counts where links must cross, from the order of their ends.
 *
 * The crossings between two rows are the inversions of the lower ends, sorted by the upper ones: Barth, Mutzel and Jünger, "Simple and
 * efficient bilayer cross counting" (2004). They count with a tree of sums; here a sort by insertion is faster, because the links
 * keep the order of the last count, and few of them cross.
 */
import type { Beside, Row } from '../unit/unit.ts'
import type { RowOrder } from './row-order.ts'
import type { SlotEnds } from './slot-ends.ts'

/** Long lists are often far from their order, so that a sort by insertion would take long. */
export const long = 64
/** So few pairs of links are compared one by one. */
const few = 64

/** The links of a gutter without turns. */
interface Passing {
  /** Their numbers, in the order of the last count, and the positions of their ends. */
  readonly links: Int32Array
  readonly upperPlaces: Float64Array
  readonly lowerPlaces: Float64Array
  /** The rows that have the ends of the links. */
  readonly rows: Int32Array
  /** True if they lead from one row to another: then only the order of these rows counts. */
  readonly isPlain: boolean
  /** When they were counted last, and how many crossings there were. */
  time: number
  count: number
}

export class Crossings {
  readonly #order: RowOrder
  readonly #passing: readonly Passing[]
  /** The slots at the ends of each link. */
  readonly #upper: Int32Array
  readonly #lower: Int32Array

  constructor(order: RowOrder) {
    const { rows, links } = order.unit
    this.#order = order
    this.#passing = rows.map(passingBelow).filter(({ links: { length } }) => length > 1)
    this.#upper = Int32Array.from(links, ({ upper }) => upper.number)
    this.#lower = Int32Array.from(links, ({ lower }) => lower.number)
  }

  /** Crossings of the whole unit. */
  count(): number {
    let sum = 0
    for (const passing of this.#passing) {
      if (this.#mayDiffer(passing)) {
        passing.count = this.#inGutter(passing)
        passing.time = this.#order.now
      }
      sum += passing.count
    }
    return sum + this.lanesBetween(this.#order.unit.beside)
  }

  #mayDiffer({ time, rows, isPlain }: Passing): boolean {
    return isPlain
      ? this.#order.wereSomeReorderedSince(time, rows)
      : this.#order.haveSomeMovedSince(time, rows)
  }

  /** How far links lead to the side. */
  lengthOfLinks(): number {
    const { places } = this.#order
    const upper = this.#upper
    const lower = this.#lower
    let sum = 0
    for (let link = 0; link < upper.length; link++) {
      const upperPlace = places[upper[link] as number] as number
      sum += Math.abs(upperPlace - (places[lower[link] as number] as number))
    }
    return sum
  }

  /** Lanes between neighbours whose connections run from side to side. */
  lanesBetween(beside: readonly Beside[]): number {
    const { sequence, places } = this.#order
    let sum = 0
    for (const { left, right } of beside) {
      const leftPlace = this.#order.placeOf(left)
      const rightPlace = this.#order.placeOf(right)
      const end = this.#order.endOf(left.row)
      for (let index = this.#order.startOf(left.row); index < end; index++) {
        const place = places[sequence[index] as number] as number
        if (place > leftPlace && place < rightPlace) sum++
      }
    }
    return sum
  }

  #inGutter(passing: Passing): number {
    this.#sortLinks(passing)
    // From here on, this list is sorted by itself.
    const { lowerPlaces } = passing
    let count = 0
    for (let index = 1; index < lowerPlaces.length; index++) {
      const place = lowerPlaces[index] as number
      let target = index
      for (; target > 0 && place < (lowerPlaces[target - 1] as number); target--)
        lowerPlaces[target] = lowerPlaces[target - 1] as number
      lowerPlaces[target] = place
      count += index - target
    }
    return count
  }

  /** By their upper ends, then by their lower ones. */
  #sortLinks({ links, upperPlaces, lowerPlaces }: Passing): void {
    const { places } = this.#order
    if (links.length > long) links.sort((a, b) => this.#byEnds(a, b))
    for (let index = 0; index < links.length; index++) {
      const link = links[index] as number
      const upper = places[this.#upper[link] as number] as number
      const lower = places[this.#lower[link] as number] as number
      let target = index
      for (; target > 0; target--) {
        const upperBefore = upperPlaces[target - 1] as number
        if (upper > upperBefore) break
        if (upper === upperBefore && lower >= (lowerPlaces[target - 1] as number)) break
        links[target] = links[target - 1] as number
        upperPlaces[target] = upperBefore
        lowerPlaces[target] = lowerPlaces[target - 1] as number
      }
      links[target] = link
      upperPlaces[target] = upper
      lowerPlaces[target] = lower
    }
  }

  #byEnds(a: number, b: number): number {
    const { places } = this.#order
    const upper = this.#upper
    const byUpper = (places[upper[a] as number] as number) - (places[upper[b] as number] as number)
    if (byUpper !== 0) return byUpper
    const lower = this.#lower
    return (places[lower[a] as number] as number) - (places[lower[b] as number] as number)
  }

  /** Crossings between the links of two neighbours in a row: as they stand, less those after an exchange. */
  gainOfExchange(left: number, right: number): number {
    return this.gainAbove(left, right) + this.gainBelow(left, right)
  }

  gainAbove(left: number, right: number): number {
    return this.#gain(this.#order.above, left, right)
  }

  gainBelow(left: number, right: number): number {
    return this.#gain(this.#order.below, left, right)
  }

  #gain(ends: SlotEnds, left: number, right: number): number {
    const { starts } = ends
    const lefts = (starts[left + 1] as number) - (starts[left] as number)
    const rights = (starts[right + 1] as number) - (starts[right] as number)
    if (lefts * rights === 0) return 0
    return lefts * rights < few
      ? this.#gainByPairs(ends, left, right)
      : this.#gainBySorting(ends, left, right)
  }

  #gainByPairs({ starts, slots }: SlotEnds, left: number, right: number): number {
    const { places } = this.#order
    const leftEnd = starts[left + 1] as number
    const rightEnd = starts[right + 1] as number
    let sum = 0
    for (let a = starts[left] as number; a < leftEnd; a++) {
      const place = places[slots[a] as number] as number
      for (let b = starts[right] as number; b < rightEnd; b++) {
        const other = places[slots[b] as number] as number
        if (place > other) sum++
        else if (place < other) sum--
      }
    }
    return sum
  }

  /** Long lists are sorted where they are: their order means nothing. */
  #gainBySorting({ starts, slots }: SlotEnds, left: number, right: number): number {
    const { places } = this.#order
    const byPlace = (a: number, b: number) => (places[a] as number) - (places[b] as number)
    const lefts = slots.subarray(starts[left], starts[left + 1]).sort(byPlace)
    const rights = slots.subarray(starts[right], starts[right + 1]).sort(byPlace)
    let sum = 0
    let less = 0
    let notMore = 0
    for (const slot of lefts) {
      const place = places[slot] as number
      while (less < rights.length && (places[rights[less] as number] as number) < place) less++
      while (notMore < rights.length && (places[rights[notMore] as number] as number) <= place)
        notMore++
      sum += less - (rights.length - notMore)
    }
    return sum
  }
}

function passingBelow({ gutter }: Row): Passing {
  const links = gutter.links.filter(({ isTurn }) => !isTurn)
  const uppers = new Set(links.map(({ upper }) => upper.row.number))
  const lowers = new Set(links.map(({ lower }) => lower.row.number))
  return {
    links: Int32Array.from(links, ({ number }) => number),
    upperPlaces: new Float64Array(links.length),
    lowerPlaces: new Float64Array(links.length),
    rows: Int32Array.from(new Set([...uppers, ...lowers])),
    isPlain: uppers.size === 1 && lowers.size === 1,
    time: -1,
    count: 0,
  }
}
