/** Where a connection meets the outline of a box. */

import { figure } from '../../picture/outline.ts'
import type { Point, Shape } from '../../picture/picture.ts'
import type { Item } from './box-tree.ts'

export type Side = 'top' | 'right' | 'bottom' | 'left'

/** The point of the outline on a side, at a coordinate along it. */
export function borderAt(item: Item, side: Side, along: number): Point {
  const { x, y, width, height, shape, children } = item
  const flat = side === 'top' || side === 'bottom'
  const share = flat ? (along - x) / width : (along - y) / height
  const depth = children.length > 0 ? 0 : indent(shape, flat, share, width, height, side)
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
  const at = Math.min(Math.max(share, 0), 1) * 10
  const above = cloudSide[Math.floor(at)] ?? 0
  const below = cloudSide[Math.ceil(at)] ?? 0
  return above + (below - above) * (at % 1)
}

/** Distance of the outline from its box at a fraction of a side. */
function indent(
  shape: Shape,
  flat: boolean,
  share: number,
  width: number,
  height: number,
  side: Side,
): number {
  const off = Math.min(1, Math.abs(share - 0.5) * 2)
  switch (shape) {
    case 'diamond':
      return (off * (flat ? height : width)) / 2
    case 'circle':
      return ((1 - Math.sqrt(1 - off * off)) * (flat ? height : width)) / 2
    case 'hexagon':
      return flat ? 0 : off * 18
    case 'parallelogram':
      return flat ? 0 : (side === 'left' ? 1 - share : share) * 18
    case 'cloud':
      if (side === 'bottom') return height * 0.03
      return flat ? off * off * height * 0.45 : sideOfCloud(share) * width
    case 'person': {
      if (side !== 'top') return 0
      const { head, shoulders } = figure
      const beside = Math.abs(share - 0.5) * width
      return beside < head
        ? Math.min(shoulders, head + 1 - Math.sqrt(head ** 2 - beside ** 2))
        : shoulders
    }
    case 'cylinder':
      return flat ? (1 - Math.sqrt(1 - off * off)) * 9 : 0
    default:
      return 0
  }
}
