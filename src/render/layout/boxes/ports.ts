/** Where a connection meets the outline of a box. */

import { figure } from '../../picture/outline.ts'
import type { Point } from '../../picture/picture.ts'
import type { Item } from './box-tree.ts'

export type Side = 'top' | 'right' | 'bottom' | 'left'

/** The properties of a box that decide about its outline. */
export type Outlined = Pick<Item, 'x' | 'y' | 'width' | 'height' | 'shape' | 'children'>

/** The point of the outline on a side, at a coordinate along it. */
export function borderAt(item: Outlined, side: Side, along: number): Point {
  const { x, y, width, height } = item
  const depth = item.children.length > 0 ? 0 : indentOf(item, side, along)
  switch (side) {
    case 'top':
      return { x: along, y: Math.round(y + depth) }
    case 'bottom':
      return { x: along, y: Math.round(y + height - depth) }
    case 'left':
      return { x: Math.round(x + depth), y: along }
    case 'right':
      return { x: Math.round(x + width - depth), y: along }
  }
}

/** From the side of a cloud to its outline, as shares of its width, at every tenth of its height. */
const cloudSide = [0.3, 0.21, 0.12, 0.09, 0.09, 0.03, 0.005, 0, 0.01, 0.05, 0.16]

function sideOfCloud(share: number): number {
  const tenths = Math.min(Math.max(share, 0), 1) * 10
  const above = cloudSide[Math.floor(tenths)] ?? 0
  const below = cloudSide[Math.ceil(tenths)] ?? 0
  return above + (below - above) * (tenths % 1)
}

/** Distance of the outline from its box, at a coordinate along a side. */
const indentOf = (item: Outlined, side: Side, along: number): number =>
  side === 'top' || side === 'bottom'
    ? flatIndent(item, side, (along - item.x) / item.width)
    : uprightIndent(item, side, (along - item.y) / item.height)

/** How far a share of a side is from its middle: 0 there, 1 at the ends. */
const offMiddle = (share: number): number => Math.min(1, Math.abs(share - 0.5) * 2)

/** From a circle to the line that touches it, as a share of its radius. */
const roundIndent = (share: number): number =>
  1 - Math.sqrt(1 - offMiddle(share) * offMiddle(share))

function flatIndent(
  { shape, width, height }: Outlined,
  side: 'top' | 'bottom',
  share: number,
): number {
  const off = offMiddle(share)
  switch (shape) {
    case 'diamond':
      return (off * height) / 2
    case 'circle':
      return (roundIndent(share) * height) / 2
    case 'cloud':
      return side === 'bottom' ? height * 0.03 : off * off * height * 0.45
    case 'person':
      return side === 'top' ? aboveFigure(share, width) : 0
    case 'cylinder':
      return roundIndent(share) * 9
    default:
      return 0
  }
}

function uprightIndent({ shape, width }: Outlined, side: 'left' | 'right', share: number): number {
  const off = offMiddle(share)
  switch (shape) {
    case 'diamond':
      return (off * width) / 2
    case 'circle':
      return (roundIndent(share) * width) / 2
    case 'hexagon':
      return off * 18
    case 'parallelogram':
      return (side === 'left' ? 1 - share : share) * 18
    case 'cloud':
      return sideOfCloud(share) * width
    default:
      return 0
  }
}

/** From the upper side of a person to its head, or beside that to its shoulders. */
function aboveFigure(share: number, width: number): number {
  const { head, shoulders } = figure
  const beside = Math.abs(share - 0.5) * width
  if (beside >= head) return shoulders
  return Math.min(shoulders, head + 1 - Math.sqrt(head ** 2 - beside ** 2))
}
