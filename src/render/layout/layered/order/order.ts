/**
 * The third phase: orders the rows of all frames so that links cross as little as possible, while the content of each frame stays
 * together.
 *
 * It sweeps and exchanges like Sugiyama, Tagawa and Toda (1981), and Gansner, Koutsofios, North and Vo (1993): `sweeps.ts` has both
 * papers. Not in them: it starts several times (`best-order.ts`). The order of an earlier picture stays unless another one has
 * clearly fewer crossings.
 */
import type { Slot, Unit } from '../unit/unit.ts'
import { bestOrder, patience, type RatedOrder } from './best-order.ts'
import { earlierColumns } from './earlier-columns.ts'
import { isFixedRow, type Ordered, RowOrder } from './row-order.ts'
import { Sweeps } from './sweeps.ts'

/** Links to look at, over all attempts: what time allows. After an edit, another order has to be clearly better anyway. */
const effort = { first: 2_000_000, edited: 250_000 }

/** Without a wanted shape, the earlier order is kept if it has at most so many times the crossings. */
export const keptShare = 1.15
/** It is also kept if it has at most so many crossings more. */
const keptMore = 2

/** An order, and the crossings that it has. */
export interface OrderResult {
  readonly ordered: Ordered
  readonly crossings: number
}

/**
 * Keeps the order of an earlier picture, unless another order has clearly fewer crossings.
 * @param share of the crossings of the other order that the kept one may have
 */
export function orderRows(unit: Unit, share: number): OrderResult {
  const sweeps = new Sweeps(new RowOrder(unit))
  const crossings = hasEarlierBoxes(unit) ? orderAfterEdit(sweeps, share) : orderAfresh(sweeps)
  sweeps.order.place()
  return { ordered: sweeps.order.sealed(), crossings }
}

/** Keeps the order of an earlier picture with the same boxes and connections. */
export function keepOrder(unit: Unit): Ordered {
  const sweeps = new Sweeps(new RowOrder(unit))
  sweeps.order.use(orderAsBefore(sweeps).sequence)
  sweeps.order.place()
  return sweeps.order.sealed()
}

export const hasEarlierBoxes = ({ slots }: Unit): boolean =>
  slots.some(({ item }) => item?.earlier !== undefined)

/** @returns the number of crossings */
function orderAfresh(sweeps: Sweeps): number {
  const best = bestOrder(sweeps, effort.first)
  sweeps.order.use(best.sequence)
  mirror(sweeps.order, ({ item }) => item?.number)
  return best.crossings
}

/** @returns the number of crossings */
function orderAfterEdit(sweeps: Sweeps, share: number): number {
  const { order } = sweeps
  const start = order.sequence.slice()
  const kept = orderAsBefore(sweeps)
  order.use(start)
  const best = kept.crossings === 0 ? kept : bestOrder(sweeps, effort.edited, kept.sequence)

  const most = Math.max(best.crossings * share, best.crossings + keptMore)
  if (kept.crossings <= most) {
    order.use(kept.sequence)
    return kept.crossings
  }
  order.use(best.sequence)
  const earlier = earlierColumns(order.unit)
  mirror(order, (entry) => earlier.get(entry))
  return best.crossings
}

/** Boxes and lanes of the earlier picture keep their order from left to right; the rest goes between. */
function orderAsBefore(sweeps: Sweeps): RatedOrder {
  const { order } = sweeps
  const earlier = earlierColumns(order.unit)
  const isKnown = (entry: Slot) => earlier.has(entry)
  let isNew = false

  for (const row of order.unit.rows) {
    const entries = order.of(row)
    const known = entries
      .filter(isKnown)
      .sort((a, b) => (earlier.get(a) as number) - (earlier.get(b) as number))
    const isWhole = known.length === entries.length
    const isMoved = isFixedRow(row) && !(isWhole && haveSameBoxes(known, entries))
    if (!isMoved) order.set(row, [...known, ...entries.filter((entry) => !isKnown(entry))])
    isNew ||= isMoved || !isWhole
  }

  order.place()
  for (let sweep = 0; isNew && sweep < patience; sweep++) sweeps.sweep(sweep % 2 === 0, isKnown)
  sweeps.exchange(8, (entry) => entry.kind !== 'lane' && isKnown(entry))
  return { sequence: order.sequence.slice(), crossings: sweeps.crossings.count() }
}

/** True if both have the same boxes in the same order. */
function haveSameBoxes(a: readonly Slot[], b: readonly Slot[]): boolean {
  const boxes = b.filter(({ kind }) => kind !== 'lane')
  return a.filter(({ kind }) => kind !== 'lane').every((box, index) => box === boxes[index])
}

/** Mirrors the order if that is nearer to the script, or to the earlier picture: both are equally good. */
function mirror(order: RowOrder, numberOf: (entry: Slot) => number | undefined): void {
  const { frames, rows } = order.unit
  if (frames.some(({ isWritten }) => isWritten)) return
  let wrong = 0
  for (const row of rows) {
    const numbers = order.of(row).flatMap((entry) => numberOf(entry) ?? [])
    numbers.forEach((number, index) => {
      const before = numbers[index - 1]
      if (before !== undefined) wrong += number < before ? 1 : -1
    })
  }
  if (wrong > 0) for (const row of rows) order.set(row, order.of(row).reverse())
}
