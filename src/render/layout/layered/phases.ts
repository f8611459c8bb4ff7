/** Lays out a unit, which is a frame whose content is in rows, with the frames in it: the phases, in their order.
 *
 * They are those of Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures" (1981): rows,
 * order, columns, routes. Here they work on nested frames.
 */
import { boxIn, type Direction, sizeIn } from '../../picture/direction.ts'
import { measureTag } from '../../picture/measure.ts'
import type { Point } from '../../picture/picture.ts'
import { Columns } from './place/columns.ts'
import { centreBoxes, straightenLinks } from './place/finish-columns.ts'
import type { Pull } from './place/pull.ts'
import { makeFrames, startUnit, widenBoxes, widenFrames } from './rank/build.ts'
import { boxAt, type DrawnWire, drawWires } from './route/draw-wires.ts'
import { assignHeights } from './route/heights.ts'
import { separateEnds } from './route/separate-ends.ts'
import { assignTracks } from './route/tracks.ts'
import type { RowStyle, UnitRequest } from './unit/request.ts'
import { numberRows, type Slot, type Unit } from './unit/unit.ts'
import { layWires } from './wire/wires.ts'

export interface Candidate {
  readonly style: RowStyle
  readonly unit: Unit
  readonly columns: Columns
  readonly wires: readonly DrawnWire[]
}

/**
 * Each phase completes the unit that those before it made.
 * @param orderRows puts the entries of the rows in order; false ends a candidate that is not worth the other phases
 */
export function runPhases(
  request: UnitRequest,
  style: RowStyle,
  orderRows: (unit: Unit) => boolean,
): Candidate | undefined {
  const draft = startUnit(request, style)
  const { unit } = draft
  makeFrames(draft)
  numberRows(unit)
  layWires(draft)
  widenBoxes(draft)
  widenFrames(draft)
  if (!orderRows(unit)) return undefined
  return { style, unit, ...placeUnit(unit, request) }
}

/** The phases that follow the order. */
export function placeUnit(unit: Unit, request: UnitRequest): Pick<Candidate, 'columns' | 'wires'> {
  const columns = placeColumns(unit, request)
  return { columns, wires: drawUnit(unit, request) }
}

/** @param columns may be used again while all rows keep their order, for boxes that should be in line */
export function placeColumns(
  unit: Unit,
  { connections }: UnitRequest,
  pulls: readonly Pull[] = [],
  columns?: Columns,
): Columns {
  const besideGap = besideGaps(unit, textsOf(connections))
  const used = columns ?? new Columns(unit, besideGap)
  used.assign(pulls)
  centreBoxes(unit, besideGap)
  straightenLinks(unit)
  chooseTracks(unit)
  return used
}

export function drawUnit(unit: Unit, { connections }: UnitRequest): readonly DrawnWire[] {
  assignHeights(unit)
  return drawWires(unit, textsOf(connections))
}

export function textsOf(connections: UnitRequest['connections']): (edge: number) => string | null {
  const texts = new Map(connections.map(({ edge, text }) => [edge, text]))
  return (edge) => texts.get(edge) ?? null
}

/** Again while ends are moved, because that changes the links of the next rows too. */
export function chooseTracks(unit: Unit): void {
  for (let round = 0; round < 6; round++) {
    const conflicts = assignTracks(unit)
    if (conflicts.length === 0) return
    separateEnds(conflicts)
  }
  assignTracks(unit)
}

export const besideGaps = (unit: Unit, textOf: (edge: number) => string | null) => {
  const gaps = new Map<Slot, number>()
  const textWidth = (text: string) => sizeIn(unit.direction, measureTag(text)).width
  for (const { edge, left } of unit.beside) {
    const text = textOf(edge)
    gaps.set(left, Math.max(gaps.get(left) ?? 48, text === null ? 48 : textWidth(text) + 36))
  }
  return (left: Slot) => gaps.get(left) ?? 0
}

/** Gives the boxes of the unit their positions, relative to their frames. */
export function placeItems({ root, frames, direction }: Unit): void {
  if (root.item)
    Object.assign(root.item, sizeIn(direction, { width: root.right, height: root.height }))

  for (const frame of frames) {
    const x = (frame.item ? frame : root).left
    const y = frame.item && frame.entry ? boxAt(frame.entry).y : 0
    for (const { entries } of frame.rows) {
      for (const entry of entries) placeItem(entry, { x, y }, direction)
    }
  }
}

/** @param origin the upper left corner of the frame */
function placeItem(entry: Slot, origin: Point, direction: Direction): void {
  if (!entry.item) return
  const { x, y, width, height } = boxAt(entry)
  const box = { x: x - origin.x, y: y - origin.y, width, height }
  Object.assign(entry.item, boxIn(direction, box), { direction })
}
