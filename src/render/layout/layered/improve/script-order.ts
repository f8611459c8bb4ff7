/** Puts neighbours in the order of the script where that costs no crossing. */
import { countCrossings } from '../order/crossings.ts'
import {
  besideByRow,
  entriesOf,
  exchange,
  isFixedRow,
  placeFrame,
  sweepRows,
  use,
} from '../order/sweeps.ts'
import { type Row, rowsOf, type Slot, type Unit } from '../unit/unit.ts'

/**
 * Changes one row after the other, and what follows from it in other rows. An earlier picture keeps its order.
 * @returns how to undo each change
 */
export function* scriptOrders(unit: Unit): Generator<() => void> {
  const rows = [...rowsOf(unit)]
  if (rows.some(({ entries }) => entries.some(({ item }) => item?.earlier))) return
  for (const row of rows) {
    if (isFixedRow(row) || exchanged([row]) === 0) continue
    const before = entriesOf(rows)
    const most = exchanged(rows)
    const crossings = countCrossings(unit)
    const undo = () => {
      use(rows, before)
      placeFrame(unit.root, 0)
    }
    const isPinned = (entry: Slot) => entry.row === row && entry.kind !== 'lane'
    const boxes = row.entries.filter(isPinned).sort((a, b) => numberOf(a) - numberOf(b))
    row.entries = [...boxes, ...row.entries.filter((entry) => !isPinned(entry))]
    placeFrame(unit.root, 0)
    for (const isDown of [true, false]) {
      sweepRows(unit.root, isDown, isPinned)
      exchange(rows, besideByRow(unit), 8, isPinned)
    }
    if (countCrossings(unit) <= crossings && exchanged(rows) < most) yield undo
    else undo()
  }
}

const numberOf = ({ item }: Slot): number => item?.number ?? 0

/** Neighbours against the order of the script. */
const exchanged = (rows: readonly Row[]): number =>
  rows.reduce((sum, { entries }) => {
    const numbers = entries.filter(({ kind }) => kind !== 'lane').map(numberOf)
    return sum + numbers.filter((number, at) => number < (numbers[at - 1] ?? 0)).length
  }, 0)
