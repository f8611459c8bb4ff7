/** Orders the rows of all frames so that links cross as little as possible, while the content of each frame stays together. */

import { type Row, rowsOf, type Slot, type Unit } from '../unit/unit.ts'
import { bestOrder, type Ordered, patience } from './best-order.ts'
import { connectEnds, countCrossings } from './crossings.ts'
import { earlierColumns } from './earlier-columns.ts'
import {
  besideByRow,
  entriesOf,
  exchange,
  isFixedRow,
  placeFrame,
  sweepRows,
  use,
} from './sweeps.ts'

/** Links to look at, over all attempts: what time allows. After an edit, another order has to be clearly better anyway. */
const effort = { first: 2_000_000, edited: 250_000 }

/** Without a wanted shape, the earlier order is kept if it has at most so many times the crossings. */
export const keptShare = 1.15
/** It is also kept if it has at most so many crossings more. */
const keptMore = 2

/**
 * Keeps the order of an earlier picture, unless another order has clearly fewer crossings.
 * @param share of the crossings of the other order that the kept one may have
 * @returns the number of crossings
 */
export function order(unit: Unit, share: number): number {
  connectEnds(unit)
  const rows = [...rowsOf(unit)]
  const ordered = hasEarlierBoxes(rows)
    ? orderAfterEdit(unit, rows, share)
    : orderAfresh(unit, rows)
  placeFrame(unit.root, 0)
  return ordered.crossings
}

const hasEarlierBoxes = (rows: readonly Row[]): boolean =>
  rows.some(({ entries }) => entries.some(({ item }) => item?.earlier !== undefined))

function orderAfresh(unit: Unit, rows: readonly Row[]): Ordered {
  const best = bestOrder(unit, effort.first)
  use(rows, best.entries)
  mirror(unit, rows, ({ item }) => item?.number)
  return best
}

function orderAfterEdit(unit: Unit, rows: readonly Row[], share: number): Ordered {
  const start = entriesOf(rows)
  const kept = orderAsBefore(unit, rows)
  use(rows, start)
  const best = kept.crossings === 0 ? kept : bestOrder(unit, effort.edited, kept.entries)

  const most = Math.max(best.crossings * share, best.crossings + keptMore)
  if (kept.crossings <= most) {
    use(rows, kept.entries)
    return kept
  }
  use(rows, best.entries)
  const earlier = earlierColumns(unit)
  mirror(unit, rows, (entry) => earlier.get(entry))
  return best
}

/** Keeps the order of an earlier picture with the same boxes and connections. */
export function keepOrder(unit: Unit): void {
  connectEnds(unit)
  const rows = [...rowsOf(unit)]
  use(rows, orderAsBefore(unit, rows).entries)
  placeFrame(unit.root, 0)
}

/** Boxes and lanes of the earlier picture keep their order from left to right; the rest goes between. */
function orderAsBefore(unit: Unit, rows: readonly Row[]): Ordered {
  const earlier = earlierColumns(unit)
  const isKnown = (entry: Slot) => earlier.has(entry)
  let isNew = false
  for (const row of rows) {
    const known = row.entries
      .filter(isKnown)
      .sort((a, b) => (earlier.get(a) as number) - (earlier.get(b) as number))
    const isWhole = known.length === row.entries.length
    const isMoved = isFixedRow(row) && !(isWhole && haveSameBoxes(known, row.entries))
    if (!isMoved) row.entries = [...known, ...row.entries.filter((entry) => !isKnown(entry))]
    isNew ||= isMoved || !isWhole
  }
  placeFrame(unit.root, 0)
  for (let sweep = 0; isNew && sweep < patience; sweep++)
    sweepRows(unit.root, sweep % 2 === 0, isKnown)
  exchange(rows, besideByRow(unit), 8, (entry) => entry.kind !== 'lane' && isKnown(entry))
  return { entries: entriesOf(rows), crossings: countCrossings(unit) }
}

/** True if both have the same boxes in the same order. */
function haveSameBoxes(a: readonly Slot[], b: readonly Slot[]): boolean {
  const boxes = b.filter(({ kind }) => kind !== 'lane')
  return a.filter(({ kind }) => kind !== 'lane').every((box, at) => box === boxes[at])
}

/** Mirrors the order if that is nearer to the script, or to the earlier picture: both are equally good. */
function mirror(
  { frames }: Unit,
  rows: readonly Row[],
  numberOf: (entry: Slot) => number | undefined,
): void {
  if (frames.some(({ isWritten }) => isWritten)) return
  let wrong = 0
  for (const { entries } of rows) {
    const numbers = entries.flatMap((entry) => numberOf(entry) ?? [])
    numbers.forEach((number, at) => {
      const last = numbers[at - 1]
      if (last !== undefined) wrong += number < last ? 1 : -1
    })
  }
  if (wrong > 0) for (const row of rows) row.entries.reverse()
}
