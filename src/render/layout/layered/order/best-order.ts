/** Finds the order with the fewest crossings from several starts: sweeps down and up, and exchanges neighbours. */
import type { Row } from '../unit/unit.ts'
import { isFixedRow, type RowOrder, type SlotSequence } from './row-order.ts'
import type { Sweeps } from './sweeps.ts'

const mostAttempts = 40
/** So many sweeps without a better order end an attempt. */
export const patience = 4
const disturbedRows = 0.35
/** A unit with more entries and links takes one round of exchanges in each sweep. */
const large = 10_000

export interface RatedOrder {
  readonly sequence: SlotSequence
  readonly crossings: number
}

/**
 * Starts from the order that the rows have.
 * @param links to look at, over all attempts
 * @param second the second start, else the mirrored first order
 */
export const bestOrder = (sweeps: Sweeps, links: number, second?: SlotSequence): RatedOrder =>
  new OrderSearch(sweeps, links, second).run()

class OrderSearch {
  readonly #sweeps: Sweeps
  readonly #order: RowOrder
  readonly #second: SlotSequence | undefined
  readonly #exchanges: number
  readonly #random = numbersFrom(7)
  /** 0 for a first sweep down, which is along the connections, 1 for one up. */
  readonly #start: number
  #best: SlotSequence
  /** The crossings of the best order, and how far its links lead to the side. */
  #least = Number.POSITIVE_INFINITY
  #shortest = Number.POSITIVE_INFINITY
  #sweepsLeft: number

  constructor(sweeps: Sweeps, links: number, second?: SlotSequence) {
    const { order } = sweeps
    this.#sweeps = sweeps
    this.#order = order
    this.#second = second
    this.#start = order.unit.isBackwards ? 1 : 0
    this.#best = order.sequence.slice()
    const count = 1 + order.unit.links.length + order.unit.slots.length
    this.#exchanges = count > large ? 1 : 8
    this.#sweepsLeft = Math.max(5, Math.floor(links / count / 12))
  }

  run(): RatedOrder {
    this.#order.place()
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      if (this.#sweepsLeft <= 0 || this.#least <= 0) break
      if (attempt > 0) this.#startAgain(attempt)
      this.#sweep(attempt)
    }
    return { sequence: this.#best, crossings: this.#least }
  }

  #startAgain(attempt: number): void {
    this.#sweeps.insertsLanes = attempt % 2 === 1
    if (attempt % 2 === 0) this.#order.use(this.#best)
    this.#order.place()
    if (attempt === 1 && this.#second) this.#order.use(this.#second)
    else this.#disturb(attempt)
  }

  /** Until the order gets no better for a while. */
  #sweep(attempt: number): void {
    let fewest = Number.POSITIVE_INFINITY
    let nearest = Number.POSITIVE_INFINITY
    let previous: SlotSequence | undefined
    let last: SlotSequence | undefined
    let idle = 0

    for (let sweep = 0; idle < patience && this.#sweepsLeft > 0; sweep++) {
      this.#sweeps.sweep((sweep + attempt) % 2 === this.#start)
      if (sweep > 0) this.#sweeps.exchange(this.#exchanges)

      const crossings = this.#sweeps.crossings.count()
      const mayBeBest = crossings <= this.#least
      const length = mayBeBest ? this.#sweeps.crossings.lengthOfLinks() : Number.POSITIVE_INFINITY
      const isBetter = crossings < fewest || (crossings === fewest && length < nearest)
      idle = isBetter ? 0 : idle + 1
      nearest = crossings < fewest ? length : Math.min(nearest, length)
      fewest = Math.min(fewest, crossings)
      this.#keepIfBest(crossings, length)

      if (last && previous && isSame(previous, this.#order.sequence)) {
        this.#skipSweeps(patience - idle, last)
        return
      }
      previous = last
      last = this.#order.sequence.slice()
      this.#sweepsLeft--
    }
  }

  #keepIfBest(crossings: number, length: number): void {
    const isShorter = crossings === this.#least && length < this.#shortest
    if (crossings >= this.#least && !isShorter) return
    this.#least = crossings
    this.#shortest = length
    this.#best = this.#order.sequence.slice()
  }

  /** The other sweeps would repeat the last two. They count as done. */
  #skipSweeps(others: number, last: SlotSequence): void {
    if (others % 2 === 1) this.#order.use(last)
    this.#sweepsLeft -= 1 + others
  }

  /** Another start near the best order: some rows are partly shuffled; the second start is the mirrored first order. */
  #disturb(attempt: number): void {
    const isWhole = attempt % 2 === 1
    for (const row of this.#order.unit.rows) {
      const start = this.#order.startOf(row)
      const end = this.#order.endOf(row)
      if (isFixedRow(row) || end - start < 2) continue
      if (attempt === 1) this.#order.set(row, this.#order.of(row).reverse())
      else if (isWhole || this.#random() < disturbedRows) this.#shuffle(row, isWhole)
    }
    this.#order.place()
  }

  /** @param isWhole false if entries stay near their places */
  #shuffle(row: Row, isWhole: boolean): void {
    const reach = isWhole ? 1e6 : row.frame.span * (0.15 + 0.5 * this.#random())
    const { places } = this.#order
    this.#sweeps.sortRowBy(row, (slot) => (places[slot] as number) + reach * (this.#random() - 0.5))
  }
}

const isSame = (before: SlotSequence, now: SlotSequence): boolean =>
  now.every((slot, index) => slot === before[index])

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
