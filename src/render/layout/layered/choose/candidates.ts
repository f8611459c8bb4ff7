/** Chooses the rows of a unit: lays out those of the script or of the ranks, and others that may read better, and keeps the best. */

import { aspectFactor } from '../../../picture/aspect.ts'
import { type Direction, directions } from '../../../picture/direction.ts'
import type { Box } from '../../../picture/picture.ts'
import type { Item } from '../../boxes/box-tree.ts'
import { putInLine } from '../improve/put-in-line.ts'
import { takeShortcuts } from '../improve/shortcuts.ts'
import { tidy } from '../improve/tidy.ts'
import { keepOrder, keptShare, order } from '../order/ordering.ts'
import { type Candidate, placeItems, placeUnit, runPhases } from '../phases.ts'
import { estimatedSize } from '../rank/build.ts'
import { earlierDirection } from '../rank/kept-rows.ts'
import { type DrawnWire, turned } from '../route/draw-wires.ts'
import { sizeOf } from '../route/heights.ts'
import type { RowStyle, UnitRequest } from '../unit/request.ts'
import type { Unit } from '../unit/unit.ts'
import { changedRows } from './changed-rows.ts'
import { columnStarts, foldColumns } from './fold.ts'
import { crossingPrice, isLong, likeAspect, scoreOf } from './score.ts'

/** Widths of rows to try: of a picture that is too short in its direction, and of one that is too long. */
const narrower = [0.35, 0.6]
const shares = [1, 0.6, 1.6, 0.35, 2.6]
/** With more connections, the candidates would take too long. */
const mostShaped = 300
/** With up to so many connections, shorter lines are worth more than the few crossings that columns save. */
const mostSimple = 40
/** With more, columns have by far the fewest crossings, so that nothing else is tried. */
const mostCompared = 100
/** Up to this factor from a wanted shape, an estimate may be right. */
const likelyAspect = 1.75
/** Narrower rows are tried from this share of the room on, and after an edit all candidates, so that the style of the earlier picture is among them. */
const nearlyFull = 0.8
/** A candidate that moves more rows must be better by this, beside a share. */
const keptPrice = 5 * crossingPrice
/** One that moves fewer may be further from the wanted shape by this factor. */
const keptAspect = 1.25
/** Another order or candidate is clearly better if what is kept has this many times its crossings. */
const clearlyBetter = ({ aspect }: UnitRequest): number => (aspect === undefined ? keptShare : 1.6)

function candidates(request: UnitRequest, first: Candidate): RowStyle[] {
  const { style, unit } = first
  // The rows of a folded chain already lead to the right.
  const folded: RowStyle = {
    ...style,
    isFolded: true,
    direction: isChain(unit) ? 'down' : style.direction,
  }
  return request.aspect === undefined
    ? candidatesForReading(request, first, folded)
    : candidatesForAspect(request, first, folded)
}

/** A long picture may read better in several columns, one with broad rows with narrower ones, and on a screen a tall one lying. */
function candidatesForReading(
  { connections, direction, room }: UnitRequest,
  { unit, style }: Candidate,
  folded: RowStyle,
): RowStyle[] {
  if (connections.length > mostShaped) return isLong(unit) ? [folded] : []
  const { width, height } = sizeOf(unit)
  const share = connections.some(({ connection }) => connection.earlier) ? nearlyFull : 1
  const isTall = height > share * room.height
  const isBroad = style.direction === 'down' ? width > nearlyFull * room.width : isTall
  return [
    ...(isLong(unit) ? [folded] : []),
    ...(isBroad ? narrower.map((part) => ({ ...style, width: part })) : []),
    ...(direction === undefined && isTall ? [{ ...style, direction: 'right' as const }] : []),
  ]
}

/** A wanted shape may need another direction, narrower or wider rows, or a grid of the groups. */
function candidatesForAspect(
  { aspect = 1, connections, direction, boxes }: UnitRequest,
  { unit, style }: Candidate,
  folded: RowStyle,
): RowStyle[] {
  if (aspectFactor(sizeOf(unit), aspect) <= likeAspect) return []
  if (connections.length > mostShaped) return [folded]
  const hasFrames = boxes.some(({ children }) => children.length > 0)
  return (direction ? [direction] : directions).flatMap((way) => {
    const wanted = way === 'down' ? aspect : 1 / aspect
    return [
      ...shares.map((width) => ({ ...style, direction: way, width })),
      ...narrower.map((width) => ({ ...style, direction: way, width, splitsTrees: true })),
      ...shares.map((width) => ({
        ...folded,
        direction: isChain(unit) ? folded.direction : way,
        width,
      })),
      ...(hasFrames ? shares : []).map((share) => ({
        ...style,
        direction: way,
        grid: share * wanted,
      })),
    ]
  })
}

/** Where the columns start into which the first rows may be folded; none if they are not. */
const columnStartsOf = (
  { aspect, boxes, connections }: UnitRequest,
  { unit }: Candidate,
): number[] =>
  aspect !== undefined &&
  connections.length > mostSimple &&
  boxes.some(({ children }) => children.length > 0)
    ? columnStarts(unit, aspect)
    : []

/** False if the rows of a candidate cannot have about the wanted shape: then its order is not worth its time. */
const mayHaveAspect = (unit: Unit, { aspect }: UnitRequest): boolean =>
  aspect === undefined || aspectFactor(estimatedSize(unit), aspect) <= likelyAspect

/** True if each row has one box. */
const isChain = ({ root }: Unit): boolean =>
  root.rows.every(
    ({ entries, kind }) =>
      kind !== 'boxes' || entries.filter((entry) => entry.kind !== 'lane').length === 1,
  )

/** Positions the boxes of the unit relative to their frames, and routes its connections relative to the unit. */
export function layoutUnit(request: UnitRequest): readonly DrawnWire[] {
  const { direction = 'down' } = request
  const tried = new Set<string>()
  const usual = { isFolded: false, width: 1, direction }
  let isDone = !request.isRouted
  let best: Candidate | undefined
  const attempt = (style: RowStyle): Candidate | undefined => {
    const other = runPhases(request, style, (unit) => {
      if (isKept(request, unit)) {
        isDone = true
        keepOrder(unit)
        return true
      }
      const rows = rowsAsText(unit)
      if (tried.has(rows)) return false
      tried.add(rows)
      if (best && !style.isKept && !mayHaveAspect(unit, request)) return false
      const crossings = order(unit, clearlyBetter(request))
      return (
        !best ||
        crossings * crossingPrice <= scoreOf(best, request) * clearlyBetter(request) + keptPrice
      )
    })
    if (other && (!best || isBetter(other, best, request))) best = other
    return other
  }
  const first = attempt(usual) as Candidate
  const starts = isDone ? [] : columnStartsOf(request, first)
  const isEnough = starts.length > 1 && request.connections.length > mostCompared
  if (!isDone && !isEnough) {
    for (const style of candidates(request, first)) attempt(style)
    const way = wayOf(request, first)
    if (way && changedRows((best as Candidate).unit) > 0)
      attempt({ ...usual, direction: way, isKept: true })
  }
  if (starts.length > 1) {
    foldColumns(first.unit, starts)
    const columns = { ...first, ...placeUnit(first.unit, request) }
    if (best === first || isBetter(columns, best as Candidate, request)) best = columns
  }
  return finish(best as Candidate, request)
}

/** The direction of the rows of the earlier picture, if it was not made for another direction. */
function wayOf(
  { connections, direction, keepsDirection }: UnitRequest,
  first: Candidate,
): Direction | undefined {
  const before = earlierDirection(connections)
  if (before !== direction && direction && !keepsDirection) return undefined
  // The rows of a folded chain lead to the right.
  return before && isChain(first.unit) ? 'down' : before
}

function finish(best: Candidate, request: UnitRequest): readonly DrawnWire[] {
  tidy(best, request)
  const wires = takeShortcuts(best.unit, putInLine(best.unit, request))
  placeItems(best.unit)
  return turned(best.unit, wires)
}

/** Not for a small gain: diagrams stay put. */
function isBetter(other: Candidate, best: Candidate, request: UnitRequest): boolean {
  const more = changedRows(other.unit)
  const less = changedRows(best.unit)
  const own = scoreOf(other, request, more < less ? keptAspect : 1)
  const its = scoreOf(best, request, more > less ? keptAspect : 1)
  return more < less
    ? own < its * clearlyBetter(request) + keptPrice
    : (more > less ? own * clearlyBetter(request) + keptPrice : own) < its
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
  x > frame.x &&
  y > frame.y &&
  x + width < frame.x + frame.width &&
  y + height < frame.y + frame.height

/** Two candidates with the same rows become the same picture. */
const rowsAsText = ({ frames, direction }: Unit): string =>
  JSON.stringify([
    direction,
    frames.map(({ rows }) => rows.map(({ entries }) => entries.map(({ item }) => item?.number))),
  ])
