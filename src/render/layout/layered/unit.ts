/** Lays out a unit: nested frames whose content is in rows. The phases, in their order, for each candidate: build, order, finish. */

import { boxIn, sizeIn } from '../../picture/direction.ts'
import { measureTag } from '../../picture/measure.ts'
import type { Box } from '../../picture/picture.ts'
import type { Item } from '../boxes/box-tree.ts'
import { buildUnit, type RowStyle, type UnitRequest } from './build.ts'
import { assignColumns } from './columns.ts'
import { boxAt, type DrawnWire, drawWires } from './draw-wires.ts'
import { changedRows } from './earlier.ts'
import { finishColumns } from './finish-columns.ts'
import { assignHeights } from './heights.ts'
import type { Slot, Unit } from './model.ts'
import { keepOrder, keptMore, keptShare, order } from './ordering.ts'
import { crossingPrice, isLong, scoreOf, sizeOf } from './score.ts'
import { separateEnds } from './separate-ends.ts'
import { assignTracks } from './tracks.ts'

interface Candidate {
  readonly style: RowStyle
  readonly unit: Unit
  readonly wires: DrawnWire[]
}

/** Widths of rows to try: of a picture that is too short in its direction, and of one that is too long. */
const narrower = [0.35, 0.6]
const wider = [1.6, 2.6]
/** With more connections, the candidates would take too long. */
const mostShaped = 300
/** After an edit, candidates are tried from this share of the room on, so that the style of the earlier picture is among them. */
const nearlyFull = 0.8
/** A candidate that changes more rows of the earlier picture has to gain this, beside a share. */
const keptPrice = keptMore * crossingPrice

function othersOf(request: UnitRequest, first: Candidate): RowStyle[] {
  const { style, unit } = first
  // The rows of a folded chain already lead to the right.
  const folded: RowStyle = { ...style, isFolded: true, direction: isChain(unit) ? 'down' : style.direction }
  return request.aspect === undefined
    ? readableOthers(request, first, folded)
    : shapedOthers(request, first, folded)
}

/** A long picture may read better in several columns, one with broad rows with narrower ones, and on a screen a tall one lying. */
function readableOthers(
  { connections, direction, room }: UnitRequest,
  { unit, style }: Candidate,
  folded: RowStyle,
): RowStyle[] {
  if (connections.length > mostShaped) return isLong(unit) ? [folded] : []
  const { width, height } = sizeOf(unit)
  const share = connections.some(({ connection }) => connection.earlier) ? nearlyFull : 1
  const [isWide, isTall] = [width > share * room.width, height > share * room.height]
  const isBroad = style.direction === 'down' ? isWide : isTall
  return [
    ...(isLong(unit) ? [folded] : []),
    ...(isBroad ? narrower.map((part) => ({ ...style, width: part })) : []),
    ...(direction === undefined && isTall ? [{ ...style, direction: 'right' as const }] : []),
  ]
}

/** A wanted shape needs narrower or wider rows. */
function shapedOthers(
  { aspect = 1, connections }: UnitRequest,
  { unit, style }: Candidate,
  folded: RowStyle,
): RowStyle[] {
  if (connections.length > mostShaped) return [folded]
  const { width, height } = sizeOf(unit)
  const isTooLong = style.direction === 'down' ? width < aspect * height : width > aspect * height
  return [
    ...(isTooLong ? [folded] : []),
    ...(isTooLong ? wider : narrower).map((share) => ({ ...style, width: share })),
    ...(isTooLong ? wider : []).map((share) => ({ ...folded, width: share })),
  ]
}

/** True if each row has one box. */
const isChain = ({ root }: Unit): boolean =>
  root.rows.every(
    ({ entries, kind }) => kind !== 'boxes' || entries.filter((entry) => entry.kind !== 'lane').length === 1,
  )

/** Positions the boxes of the unit relative to their frames, and routes its connections relative to the unit. */
export function layoutUnit(request: UnitRequest): DrawnWire[] {
  const { direction = 'down' } = request
  const style: RowStyle = { isFolded: false, width: 1, direction }
  const first = buildUnit(request, style)
  const best = isKept(request, first) ? keep(request, style, first) : bestOf(request, style, first)
  placeItems(best.unit)
  return best.wires
}

/** True if the earlier picture has the same boxes and connections, in the same frames and rows: after an edit of texts, what was best still is. */
function isKept({ boxes, connections, aspect, hasLost }: UnitRequest, unit: Unit): boolean {
  const hasNothingNew =
    wereInside(undefined, boxes) && connections.every(({ connection }) => connection.earlier)
  return !hasLost && hasNothingNew && aspect === undefined && changedRows(unit) === 0
}

function wereInside(frame: Box | undefined, boxes: readonly Item[]): boolean {
  const inner = boxes.filter(({ children }) => children.length > 0)
  return boxes.every(({ earlier, children }) => {
    if (earlier === undefined || (frame && !isInside(earlier, frame))) return false
    const wasInInner = inner.some((other) => other.earlier && isInside(earlier, other.earlier))
    return !wasInInner && wereInside(earlier, children)
  })
}

/** False for the frame itself. */
const isInside = ({ x, y, width, height }: Box, frame: Box): boolean =>
  x > frame.x && y > frame.y && x + width < frame.x + frame.width && y + height < frame.y + frame.height

function keep(request: UnitRequest, style: RowStyle, unit: Unit): Candidate {
  keepOrder(unit)
  return finish(request, style, unit)
}

/** The first candidate, or another that has a clearly better score. */
function bestOf(request: UnitRequest, style: RowStyle, first: Unit): Candidate {
  const tried = new Set([rowsAsText(first)])
  order(first)
  let best = finish(request, style, first)
  for (const style of request.isRouted ? othersOf(request, best) : []) {
    const unit = buildUnit(request, style)
    const rows = rowsAsText(unit)
    if (tried.has(rows)) continue
    tried.add(rows)
    const crossings = order(unit)
    const its = scoreOf(best, request)
    // The other phases take as long again.
    if (crossings * crossingPrice > its * keptShare + keptPrice) continue
    const other = finish(request, style, unit)
    const own = scoreOf(other, request)
    const [more, less] = [changedRows(unit), changedRows(best.unit)]
    // Not for a small gain: diagrams stay put.
    const isBetter =
      more < less
        ? own < its * keptShare + keptPrice
        : (more > less ? own * keptShare + keptPrice : own) < its
    if (isBetter) best = other
  }
  return best
}

/** Two candidates with the same rows become the same picture. */
const rowsAsText = ({ frames, direction }: Unit): string =>
  JSON.stringify([
    direction,
    frames.map(({ rows }) => rows.map(({ entries }) => entries.map(({ item }) => item?.number))),
  ])

/** The phases after the order of the rows. */
function finish(request: UnitRequest, style: RowStyle, unit: Unit): Candidate {
  const texts = new Map(request.connections.map(({ edge, text }) => [edge, text]))
  const textOf = (edge: number) => texts.get(edge) ?? null
  const besideGap = besideGaps(unit, textOf)
  assignColumns(unit, besideGap)
  finishColumns(unit, besideGap)
  chooseTracks(unit)
  assignHeights(unit)
  return { style, unit, wires: drawWires(unit, textOf) }
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
  const textWidth = (text: string) => sizeIn(unit.direction, measureTag(text)).width
  for (const { edge, left } of unit.beside) {
    const text = textOf(edge)
    gaps.set(left, Math.max(gaps.get(left) ?? 48, text === null ? 48 : textWidth(text) + 36))
  }
  return (left: Slot) => gaps.get(left) ?? 0
}

function placeItems({ root, frames, direction }: Unit): void {
  if (root.item) Object.assign(root.item, sizeIn(direction, { width: root.right, height: root.height }))
  for (const frame of frames) {
    const top = frame.entry === undefined ? 0 : boxAt(frame.entry).y
    for (const { entries } of frame.rows) {
      for (const entry of entries) {
        if (!entry.item) continue
        const { x, y, width, height } = boxAt(entry)
        const box = boxIn(direction, { x: x - frame.left, y: y - top, width, height })
        Object.assign(entry.item, box, { direction })
      }
    }
  }
}
