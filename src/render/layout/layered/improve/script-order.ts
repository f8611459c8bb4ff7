/** Puts neighbours in the order of the script where that costs no crossing. */
import { hasEarlierBoxes } from '../order/order.ts'
import { isFixedRow, type Ordered, RowOrder } from '../order/row-order.ts'
import { Sweeps } from '../order/sweeps.ts'
import type { Row, Slot, Unit } from '../unit/unit.ts'

/** Changes one row after the other, and what follows from it in other rows. An earlier picture keeps its order. */
export class ScriptOrder {
  readonly #sweeps: Sweeps
  readonly #order: RowOrder

  constructor(ordered: Ordered) {
    this.#order = RowOrder.of(ordered)
    this.#sweeps = new Sweeps(this.#order)
  }

  /** @param isBetter decides about each order; one that is not better is undone */
  improve(isBetter: (ordered: Ordered) => boolean): void {
    if (hasEarlierBoxes(this.#order.unit)) return
    for (const row of rowsAlong(this.#order.unit)) {
      if (isFixedRow(row) || exchangedIn(this.#order.of(row)) === 0) continue
      const before = this.#order.sequence.slice()
      if (this.#sortRow(row) && isBetter(this.#order.sealed())) continue
      this.#order.use(before)
      this.#order.place()
    }
  }

  /** @returns false if that costs a crossing, or puts no more neighbours in the order of the script */
  #sortRow(row: Row): boolean {
    const most = exchanged(this.#order)
    const crossings = this.#sweeps.crossings.count()
    const isPinned = (entry: Slot) => entry.row === row && entry.kind !== 'lane'
    const entries = this.#order.of(row)
    const boxes = entries.filter(isPinned).sort((a, b) => numberOf(a) - numberOf(b))
    this.#order.set(row, [...boxes, ...entries.filter((entry) => !isPinned(entry))])
    this.#order.place()

    for (const isDown of [true, false]) {
      this.#sweeps.sweep(isDown, isPinned)
      this.#sweeps.exchange(8, isPinned)
    }
    const isNearer = exchanged(this.#order) < most
    return isNearer && this.#sweeps.crossings.count() <= crossings
  }
}

/** Frame by frame, along the connections. */
const rowsAlong = ({ frames, isBackwards }: Unit): Row[] =>
  frames.flatMap(({ rows }) => (isBackwards ? rows.toReversed() : rows))

const numberOf = ({ item }: Slot): number => item?.number ?? 0

/** Neighbours against the order of the script. */
const exchanged = (order: RowOrder): number =>
  order.unit.rows.reduce((sum, row) => sum + exchangedIn(order.of(row)), 0)

function exchangedIn(row: readonly Slot[]): number {
  const numbers = row.filter(({ kind }) => kind !== 'lane').map(numberOf)
  return numbers.filter((number, index) => number < (numbers[index - 1] ?? 0)).length
}
