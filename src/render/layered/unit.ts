/** Lays out a unit: nested frames whose content is in rows. The phases, in their order, for each candidate. */
import { measureTag } from '../measure.ts'
import { buildUnit, type RowStyle, type UnitRequest } from './build.ts'
import { assignColumns } from './columns.ts'
import { boxAt, type DrawnWire, drawWires } from './draw-wires.ts'
import { finishColumns } from './finish-columns.ts'
import { assignHeights } from './heights.ts'
import type { Slot, Unit } from './model.ts'
import { order } from './ordering.ts'
import { isTall, scoreOf, sizeOf } from './score.ts'
import { separateEnds } from './separate-ends.ts'
import { assignTracks } from './tracks.ts'

interface Candidate {
  readonly unit: Unit
  readonly wires: DrawnWire[]
}

const usual: RowStyle = { isFolded: false, width: 1 }
/** Widths of rows to try for a wanted shape: of a picture that is too wide, and of one that is too tall. */
const narrower = [0.35, 0.6]
const wider = [1.6, 2.6]
/** With more connections, the candidates would take too long. */
const mostShaped = 300

/** A tall picture may read better in several columns; a wanted shape needs narrower or wider rows. */
function othersOf({ aspect, connections }: UnitRequest, { unit }: Candidate): RowStyle[] {
  const folded = { ...usual, isFolded: true }
  if (aspect === undefined) return isTall(unit) ? [folded] : []
  if (connections.length > mostShaped) return [folded]
  const { width, height } = sizeOf(unit)
  const isTooTall = width < aspect * height
  return [
    ...(isTooTall ? [folded] : []),
    ...(isTooTall ? wider : narrower).map((share) => ({ ...usual, width: share })),
    ...(isTooTall ? wider : []).map((share) => ({ ...folded, width: share })),
  ]
}

/** Positions the boxes of the unit relative to their frames, and routes its connections relative to the unit. */
export function layoutUnit(request: UnitRequest): DrawnWire[] {
  const { isRouted, aspect } = request
  let best = candidate(request, usual)
  for (const style of isRouted ? othersOf(request, best) : []) {
    const other = candidate(request, style)
    if (scoreOf(other, aspect) < scoreOf(best, aspect)) best = other
  }
  placeItems(best.unit)
  return best.wires
}

function candidate(request: UnitRequest, style: RowStyle): Candidate {
  const texts = new Map(request.connections.map(({ edge, text }) => [edge, text]))
  const textOf = (edge: number) => texts.get(edge) ?? null
  const unit = buildUnit(request, style)
  order(unit)
  assignColumns(unit, besideGaps(unit, textOf))
  finishColumns(unit)
  chooseTracks(unit)
  assignHeights(unit)
  return { unit, wires: drawWires(unit, textOf) }
}

/** Again while ends are moved, because that changes the links of the next rows too. */
function chooseTracks(unit: Unit): void {
  for (let round = 0; round < 6; round++) {
    const conflicts = assignTracks(unit)
    if (conflicts.length === 0) return
    separateEnds(conflicts)
  }
  assignTracks(unit)
}

const besideGaps = (unit: Unit, textOf: (edge: number) => string | null) => {
  const gaps = new Map<Slot, number>()
  for (const { edge, left } of unit.beside) {
    const text = textOf(edge)
    gaps.set(left, Math.max(gaps.get(left) ?? 48, text === null ? 48 : measureTag(text).width + 36))
  }
  return (left: Slot) => gaps.get(left) ?? 0
}

function placeItems({ root, frames }: Unit): void {
  if (root.item) Object.assign(root.item, { width: root.right, height: root.height })
  for (const frame of frames) {
    const top = frame.entry === undefined ? 0 : boxAt(frame.entry).y
    for (const { entries } of frame.rows) {
      for (const entry of entries) {
        if (!entry.item) continue
        const { x, y, width, height } = boxAt(entry)
        Object.assign(entry.item, { x: x - frame.left, y: y - top, width, height })
      }
    }
  }
}
