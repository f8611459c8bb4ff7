/** Routes that need no search: loops, and the connections of a picture with too many of them. */

import type { Point } from '../picture/picture.ts'
import type { DrawnEdge, Item } from './boxes/box-tree.ts'
import { borderAt } from './boxes/ports.ts'

/** The distance from its node. */
export const farthestOf = (number: number): number => 24 + 8 * number

/** An edge to its own node: leaves beside the other edges and returns; `number` counts the loops of the node. */
export function loopOf(item: Item, number: number): Point[] {
  if (item.orientation === 'right') return loopBelow(item, number)
  const middle = item.y + item.height / 2
  const far = item.x + item.width + farthestOf(number)
  const half = Math.min(11 + 6 * number, item.height / 2 - 4)
  return [
    borderAt(item, 'right', middle - half),
    { x: far, y: middle - half },
    { x: far, y: middle + half },
    borderAt(item, 'right', middle + half),
  ]
}

function loopBelow(item: Item, number: number): Point[] {
  const middle = item.x + item.width / 2
  const far = item.y + item.height + farthestOf(number)
  const half = Math.min(11 + 6 * number, item.width / 2 - 4)
  return [
    borderAt(item, 'bottom', middle - half),
    { x: middle - half, y: far },
    { x: middle + half, y: far },
    borderAt(item, 'bottom', middle + half),
  ]
}

/** With one turn in the middle, also across boxes. */
export function simpleRoute({ from, to }: DrawnEdge): Point[] {
  const a = middleOf(from)
  const b = middleOf(to)
  const isDown = from.y + from.height <= to.y
  const isUp = to.y + to.height <= from.y
  if (!isDown && !isUp) {
    const isRight = a.x <= b.x
    const start = borderAt(from, isRight ? 'right' : 'left', a.y)
    const end = borderAt(to, isRight ? 'left' : 'right', b.y)
    const x = Math.round((start.x + end.x) / 2)
    return [start, { x, y: start.y }, { x, y: end.y }, end]
  }
  const start = borderAt(from, isDown ? 'bottom' : 'top', a.x)
  const end = borderAt(to, isDown ? 'top' : 'bottom', b.x)
  if (start.x === end.x) return [start, end]
  const y = Math.round((start.y + end.y) / 2)
  return [start, { x: start.x, y }, { x: end.x, y }, end]
}

const middleOf = ({ x, y, width, height }: Item): Point => ({
  x: Math.round(x + width / 2),
  y: Math.round(y + height / 2),
})
