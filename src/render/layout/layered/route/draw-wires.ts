/** Makes points and texts of the wires of a unit, when all its positions are known. */

import { boxIn, type Orientation, pointIn, type Size, sizeIn } from '../../../picture/direction.ts'
import { withoutStraightPoints } from '../../../picture/geometry.ts'
import { measureTag } from '../../../picture/measure.ts'
import type { Box, Point } from '../../../picture/picture.ts'
import type { Tag } from '../../boxes/edge-labels.ts'
import { borderAt, type Side } from '../../boxes/ports.ts'
import { axisOf, isStraight, lowerXOf, upperXOf } from '../place/placed.ts'
import type { Beside, Slot, Wire } from '../unit/unit.ts'
import { placeAt, type Stacked, topOf, trackY } from './heights.ts'

export interface DrawnWire {
  readonly edge: number
  /** Relative to the unit. */
  readonly points: readonly Point[]
  readonly tag: Tag | undefined
}

/** Between two lines beside each other, at most. */
const besideGap = 22
/** From those lines to the ends of the side. */
const besideEnds = 12

/** Draws in the orientation of the unit: `turned` gives that of the picture. */
export const drawWires = (stacked: Stacked): DrawnWire[] => [
  ...stacked.unit.wires.map((wire) => drawWire(stacked, wire)),
  ...stacked.unit.beside.map((beside) => drawBeside(stacked, beside)),
]

export const turned = (orientation: Orientation, drawn: readonly DrawnWire[]): DrawnWire[] =>
  drawn.map(({ edge, points, tag }) => ({
    edge,
    tag: tag && boxIn(orientation, tag),
    points: points.map((point) => pointIn(orientation, point)),
  }))

const sidesOf = {
  down: { top: 'top', right: 'right', bottom: 'bottom', left: 'left' },
  right: { top: 'left', right: 'bottom', bottom: 'right', left: 'top' },
} as const

/** The end of a wire on the outline of a box. */
export function endAt(stacked: Stacked, entry: Slot, along: number, side: Side): Point {
  if (!entry.item) return { x: along, y: topOf(stacked, entry) }
  const { orientation } = stacked.unit
  const { x, y, width, height } = placeAt(stacked, entry)
  const { shape, children } = entry.item
  const box = boxIn(orientation, { x, y, width, height, shape, children })
  return pointIn(orientation, borderAt(box, sidesOf[orientation][side], along))
}

function drawWire(stacked: Stacked, wire: Wire): DrawnWire {
  const { stops, links, edge } = wire
  const points = links.flatMap((_, index) => pointsOfLink(stacked, wire, index))
  const lane = stops.find(({ text }) => text !== undefined)
  const tag = lane?.text && {
    ...lane.text,
    x: axisOf(stacked, lane) - lane.before,
    y: topOf(stacked, lane),
  }
  return { edge, points: withoutStraightPoints(points), tag }
}

/** The turns of a link, and the ends of the wire that it has. */
function pointsOfLink(stacked: Stacked, { stops, links }: Wire, index: number): Point[] {
  const link = links[index] as Wire['links'][number]
  const from = stops[index] as Slot
  const to = stops[index + 1] as Slot
  const isDown = link.upper === from
  const upperX = upperXOf(stacked, link)
  const lowerX = lowerXOf(stacked, link)
  const fromX = isDown ? upperX : lowerX
  const toX = isDown ? lowerX : upperX
  const points: Point[] = []

  if (index === 0) points.push(endAt(stacked, from, fromX, isDown ? 'bottom' : 'top'))
  if (!isStraight(stacked, link)) {
    const y = trackY(stacked, link)
    points.push({ x: fromX, y }, { x: toX, y })
  }
  if (index === links.length - 1) {
    const isTop = link.isOver || (isDown && !link.isTurn)
    points.push(endAt(stacked, to, toX, isTop ? 'top' : 'bottom'))
  }
  return points
}

/** The gap between two neighbours, in which connections run from side to side. */
interface SideGap {
  readonly a: Box
  readonly b: Box
  /** The height that both have. */
  readonly shared: number
  /** How many connections share it. */
  readonly count: number
}

/** From side to side of two neighbours; several share the height. */
function drawBeside(stacked: Stacked, { edge, left, right, isForward, text }: Beside): DrawnWire {
  const parallel = stacked.unit.beside.filter(
    (other) => other.left === left && other.right === right,
  )
  const index = parallel.findIndex((other) => other.edge === edge)
  const count = parallel.length
  const a = placeAt(stacked, left)
  const b = placeAt(stacked, right)
  const top = Math.max(a.y, b.y)
  const shared = Math.min(a.y + a.height, b.y + b.height) - top
  const gap = Math.min(besideGap, (shared - besideEnds) / Math.max(1, count))
  const y = Math.round(top + shared / 2 + gap * (index - (count - 1) / 2))
  const start = endAt(stacked, left, y, 'right')
  const end = endAt(stacked, right, y, 'left')
  return {
    edge,
    points: isForward ? [start, end] : [end, start],
    tag: tagBeside(text, { a, b, shared, count }, y, stacked.unit.orientation),
  }
}

/** Undefined if there is no room for the text. */
function tagBeside(
  text: string | null,
  { a, b, shared, count }: SideGap,
  y: number,
  orientation: Orientation,
): Tag | undefined {
  if (text === null) return undefined
  const { lines, ...size } = measureTag(text)
  const { width, height }: Size = sizeIn(orientation, size)
  // To the right, the text is wider than the gap between the lines of several connections, and maybe than the boxes.
  if (orientation === 'right' && (height > shared || count > 1)) return undefined
  // A line that runs between the boxes leaves too little room.
  if (width > b.x - a.x - a.width) return undefined
  // Not between the ends, which can be far inside the box of an outline such as a diamond.
  const middle = (a.x + a.width + b.x) / 2
  return {
    x: Math.round(middle - width / 2),
    y: y - height / 2,
    width,
    height,
    text: lines.join('\n'),
  }
}
