/**
 * Finds the order with the fewest crossings from several starts: sweeps down and up, and exchanges neighbours.
 *
 * The sweeps are the barycentre method of Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
 * structures" (1981).
 */

import { type Beside, type Row, rowsOf, type Slot, type Unit } from '../unit/unit.ts'
import { countCrossings } from './crossings.ts'
import {
  besideByRow,
  entriesOf,
  exchange,
  isFixedRow,
  placeFrame,
  sortByWish,
  sweepRows,
  use,
} from './sweeps.ts'

const mostAttempts = 40
/** So many sweeps without a better order end an attempt. */
export const patience = 4
const disturbedRows = 0.35
/** A unit with more entries and links takes one round of exchanges in each sweep. */
const large = 10_000

export interface Ordered {
  readonly entries: Slot[][]
  readonly crossings: number
}

/**
 * @param links to look at, over all attempts
 * @param second the second start, else the mirrored first order
 */
export const bestOrder = (unit: Unit, links: number, second?: readonly Slot[][]): Ordered =>
  new OrderSearch(unit, links, second).run()

class OrderSearch {
  readonly #unit: Unit
  readonly #rows: readonly Row[]
  readonly #second: readonly Slot[][] | undefined
  readonly #beside: ReadonlyMap<Row, readonly Beside[]>
  readonly #exchanges: number
  readonly #random = numbersFrom(7)
  #best: Slot[][]
  /** The crossings of the best order, and how far its links lead to the side. */
  #least = Number.POSITIVE_INFINITY
  #shortest = Number.POSITIVE_INFINITY
  #sweepsLeft: number

  constructor(unit: Unit, links: number, second?: readonly Slot[][]) {
    this.#unit = unit
    this.#rows = [...rowsOf(unit)]
    this.#second = second
    this.#beside = besideByRow(unit)
    this.#best = entriesOf(this.#rows)
    const count = this.#rows.reduce(
      (sum, { gutter, entries }) => sum + gutter.links.length + entries.length,
      1,
    )
    this.#exchanges = count > large ? 1 : 8
    this.#sweepsLeft = Math.max(5, Math.floor(links / count / 12))
  }

  run(): Ordered {
    placeFrame(this.#unit.root, 0)
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      if (this.#sweepsLeft <= 0 || this.#least <= 0) break
      if (attempt > 0) this.#startAgain(attempt)
      this.#sweep(attempt)
    }
    return { entries: this.#best, crossings: this.#least }
  }

  #startAgain(attempt: number): void {
    if (attempt % 2 === 0) use(this.#rows, this.#best)
    placeFrame(this.#unit.root, 0)
    if (attempt === 1 && this.#second) use(this.#rows, this.#second)
    else this.#disturb(attempt)
  }

  /** Until the order gets no better for a while. */
  #sweep(attempt: number): void {
    let fewest = Number.POSITIVE_INFINITY
    let nearest = Number.POSITIVE_INFINITY
    let previous: Slot[][] | undefined
    let last: Slot[][] | undefined
    let idle = 0

    for (let sweep = 0; idle < patience && this.#sweepsLeft > 0; sweep++) {
      sweepRows(this.#unit.root, (sweep + attempt) % 2 === 0)
      if (sweep > 0) exchange(this.#rows, this.#beside, this.#exchanges)

      const crossings = countCrossings(this.#unit)
      const length = crossings <= this.#least ? lengthOf(this.#unit) : Number.POSITIVE_INFINITY
      const isBetter = crossings < fewest || (crossings === fewest && length < nearest)
      idle = isBetter ? 0 : idle + 1
      nearest = crossings < fewest ? length : Math.min(nearest, length)
      fewest = Math.min(fewest, crossings)
      this.#keepIfBest(crossings, length)

      if (last && previous && haveSameEntries(previous, this.#rows)) {
        this.#skipSweeps(patience - idle, last)
        return
      }
      previous = last
      last = entriesOf(this.#rows)
      this.#sweepsLeft--
    }
  }

  #keepIfBest(crossings: number, length: number): void {
    const isShorter = crossings === this.#least && length < this.#shortest
    if (crossings >= this.#least && !isShorter) return
    this.#least = crossings
    this.#shortest = length
    this.#best = entriesOf(this.#rows)
  }

  /** The other sweeps would repeat the last two. They count as done. */
  #skipSweeps(others: number, last: readonly Slot[][]): void {
    if (others % 2 === 1) use(this.#rows, last)
    this.#sweepsLeft -= 1 + others
  }

  /** Another start near the best order: some rows are partly shuffled; the second start is the mirrored first order. */
  #disturb(attempt: number): void {
    const isWhole = attempt % 2 === 1
    for (const row of this.#rows) {
      if (isFixedRow(row) || row.entries.length < 2) continue
      if (attempt === 1) row.entries.reverse()
      else if (isWhole || this.#random() < disturbedRows) this.#shuffle(row, isWhole)
    }
    placeFrame(this.#unit.root, 0)
  }

  /** @param isWhole false if entries stay near their places */
  #shuffle({ entries, frame }: Row, isWhole: boolean): void {
    const reach = isWhole ? 1e6 : frame.span * (0.15 + 0.5 * this.#random())
    for (const entry of entries) entry.wish = entry.place + reach * (this.#random() - 0.5)
    sortByWish(entries)
  }
}

const haveSameEntries = (before: readonly Slot[][], rows: readonly Row[]): boolean =>
  rows.every(({ entries }, row) => entries.every((entry, index) => entry === before[row]?.[index]))

/** How far links lead to the side. */
const lengthOf = ({ wires }: Unit): number =>
  wires.reduce(
    (sum, { links }) =>
      sum + links.reduce((own, { upper, lower }) => own + Math.abs(upper.place - lower.place), 0),
    0,
  )

/** Numbers in [0, 1), the same in every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
