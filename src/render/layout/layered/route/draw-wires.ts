/** Makes points and texts of the wires of a unit, when all its positions are known. */

import { boxIn, pointIn, sizeIn } from '../../../picture/direction.ts'
import { withoutStraightPoints } from '../../../picture/geometry.ts'
import { measureTag } from '../../../picture/measure.ts'
import type { Point } from '../../../picture/picture.ts'
import type { Item } from '../../boxes/box-tree.ts'
import type { Tag } from '../../boxes/edge-labels.ts'
import { borderAt, type Side } from '../../boxes/ports.ts'
import type { Beside, Link, Slot, Unit, Wire } from '../unit/unit.ts'
import { heightOf, topOf, trackY } from './heights.ts'
import { isStraight } from './tracks.ts'

export interface DrawnWire {
  readonly edge: number
  /** Relative to the unit. */
  readonly points: Point[]
  readonly tag: Tag | undefined
}

/** Draws in the orientation of the unit: `turned` gives that of the picture. */
export const drawWires = (unit: Unit, textOf: (edge: number) => string | null): DrawnWire[] => [
  ...unit.wires.map((wire) => drawWire(unit, wire)),
  ...unit.beside.map((one) => drawBeside(unit, one, textOf(one.edge))),
]

export const turned = ({ direction }: Unit, drawn: readonly DrawnWire[]): DrawnWire[] =>
  drawn.map(({ edge, points, tag }) => ({
    edge,
    tag: tag && boxIn(direction, tag),
    points: points.map((point) => pointIn(direction, point)),
  }))

const sidesOf = {
  down: { top: 'top', right: 'right', bottom: 'bottom', left: 'left' },
  right: { top: 'left', right: 'bottom', bottom: 'right', left: 'top' },
} as const

/** The end of a wire on the outline of a box. */
export function endAt(entry: Slot, along: number, side: Side, { direction }: Unit): Point {
  if (!entry.item) return { x: along, y: topOf(entry) }
  return pointIn(
    direction,
    borderAt(boxIn(direction, boxAt(entry)), sidesOf[direction][side], along),
  )
}

function drawWire(unit: Unit, wire: Wire): DrawnWire {
  const { stops, links, edge } = wire
  const points = links.flatMap((_, index) => pointsOfLink(unit, wire, index))
  const lane = stops.find(({ text }) => text !== undefined)
  const tag = lane?.text && { ...lane.text, x: lane.x - lane.before, y: topOf(lane) }
  return { edge, points: withoutStraightPoints(points), tag }
}

/** The turns of a link, and the ends of the wire that it has. */
function pointsOfLink(unit: Unit, { stops, links }: Wire, index: number): Point[] {
  const link = links[index] as Link
  const from = stops[index] as Slot
  const to = stops[index + 1] as Slot
  const isDown = link.upper === from
  const fromX = isDown ? link.upperX : link.lowerX
  const toX = isDown ? link.lowerX : link.upperX
  const points: Point[] = []

  if (index === 0) points.push(endAt(from, fromX, isDown ? 'bottom' : 'top', unit))
  if (!isStraight(link)) {
    const y = trackY(link)
    points.push({ x: fromX, y }, { x: toX, y })
  }
  if (index === links.length - 1) {
    const isTop = link.isOver || (isDown && !link.isTurn)
    points.push(endAt(to, toX, isTop ? 'top' : 'bottom', unit))
  }
  return points
}

/** From side to side of two neighbours; several share the height. */
function drawBeside(
  unit: Unit,
  { edge, left, right, isForward }: Beside,
  text: string | null,
): DrawnWire {
  const same = unit.beside.filter((one) => one.left === left && one.right === right)
  const at = same.findIndex((one) => one.edge === edge)
  const a = boxAt(left)
  const b = boxAt(right)
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const gap = Math.min(22, (shared - 12) / Math.max(1, same.length))
  const y = Math.round(Math.max(a.y, b.y) + shared / 2 + gap * (at - (same.length - 1) / 2))
  const start = endAt(left, y, 'right', unit)
  const end = endAt(right, y, 'left', unit)
  const points = isForward ? [start, end] : [end, start]
  if (text === null) return { edge, points, tag: undefined }
  const { lines, ...size } = measureTag(text)
  const { width, height } = sizeIn(unit.direction, size)
  // To the right, the text is wider than the gap between the lines of several connections, and maybe than the boxes.
  if (unit.direction === 'right' && (height > shared || same.length > 1))
    return { edge, points, tag: undefined }
  // A line that runs between the boxes leaves too little room.
  if (width > b.x - a.x - a.width) return { edge, points, tag: undefined }
  // Not between the ends, which can be far inside the box of an outline such as a diamond.
  const middle = (a.x + a.width + b.x) / 2
  const tag = {
    x: Math.round(middle - width / 2),
    y: y - height / 2,
    width,
    height,
    text: lines[0] ?? '',
  }
  return { edge, points, tag }
}

/** The item with the position and size that it gets. */
export function boxAt(entry: Slot): Item {
  const { frame, x, before, item } = entry
  const [left, width] = frame ? [frame.left, frame.right - frame.left] : [x - before, 2 * before]
  return {
    ...(item as Item),
    x: left,
    y: topOf(entry),
    width,
    height: heightOf(entry),
  }
}
