/**
 * Where the links of each slot lead, for a search that looks at millions of them: numbers in one
 * array instead of lists of slots.
 */
import { entriesAround, type Link, otherEnd, type Slot, type Unit } from '../unit/unit.ts'

/** The ends on one side, above or below. */
export interface SlotEnds {
  /** Where the ends of each slot start; those of the next slot start where they stop. */
  readonly starts: Int32Array
  /** The numbers of slots. */
  readonly slots: Int32Array
  /** The rows to which the links of each row lead. */
  readonly rows: readonly Int32Array[]
}

/** For a frame, also those of links that cross its border. */
export const endsAbove = (unit: Unit): SlotEnds =>
  slotEnds(unit, ({ ups, frame }) =>
    [...ups, ...(frame?.ups ?? [])].map(({ upper }) => upper.number),
  )

export const endsBelow = (unit: Unit): SlotEnds =>
  slotEnds(unit, (entry) => [
    ...entry.downs.map((link) => otherEnd(link, entry).number),
    ...(entry.frame?.downs ?? []).map((link) => lowerEnd(link, entry).number),
  ])

/** The end of a link below the border of a frame. */
const lowerEnd = ({ upper, lower, isTurn }: Link, frame: Slot): Slot =>
  isTurn && [...entriesAround(lower)].includes(frame) ? upper : lower

function slotEnds({ slots, rows }: Unit, endsOf: (slot: Slot) => readonly number[]): SlotEnds {
  const starts = new Int32Array(slots.length + 1)
  const ends: number[] = []
  for (const slot of slots) {
    for (const end of endsOf(slot)) ends.push(end)
    starts[slot.number + 1] = ends.length
  }

  const rowOf = (end: number): number => (slots[end] as Slot).row.number
  return {
    starts,
    slots: Int32Array.from(ends),
    rows: rows.map(({ entries }) => {
      // The slots of a row have successive numbers.
      const first = starts[entries[0]?.number ?? 0]
      const last = starts[(entries.at(-1)?.number ?? -1) + 1]
      return Int32Array.from(new Set(ends.slice(first, last).map(rowOf)))
    }),
  }
}
