/**
 * The fourth phase: gives everything a column.
 *
 * The columns are the solution of a linear program, by network simplex as in Gansner, Koutsofios, North and Vo, "A technique for
 * drawing directed graphs" (1993), where it places the nodes too. Not in the paper: variables for the borders of frames and for
 * ports, and the corrections after it (`even-columns.ts`).
 */
import { sizeIn } from '../../../picture/direction.ts'
import { measureTag } from '../../../picture/measure.ts'
import type { Ordered } from '../order/row-order.ts'
import type { Slot, Unit } from '../unit/unit.ts'
import { type BesideGap, ColumnProgram } from './column-program.ts'
import { centreBoxes, straightenLinks } from './even-columns.ts'
import type { Placed } from './placed.ts'
import type { Pull } from './pull.ts'

/** Between two neighbours with a connection from side to side: its line, and the space beside its text. */
const besideLine = 48
const besideText = 36

export const columnProgram = (ordered: Ordered): ColumnProgram =>
  new ColumnProgram(ordered, besideGapIn(ordered.unit))

/** @param pulls of boxes that should be in line */
export function placeColumns(program: ColumnProgram, pulls: readonly Pull[] = []): Placed {
  const draft = program.columns(pulls)
  centreBoxes(draft, program.besideGap)
  straightenLinks(draft)
  return draft
}

/** The distance of two neighbours that a connection between them needs. */
export function besideGapIn({ beside, orientation }: Unit): BesideGap {
  const gaps = new Map<Slot, number>()
  const textWidth = (text: string) => sizeIn(orientation, measureTag(text)).width
  for (const { left, text } of beside) {
    const width = text === null ? besideLine : textWidth(text) + besideText
    gaps.set(left, Math.max(gaps.get(left) ?? besideLine, width))
  }
  return (left) => gaps.get(left) ?? 0
}
