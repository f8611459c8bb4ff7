/** Computes with points, lines and boxes. */
import type { Box, Point } from './picture.ts'

/** The smallest box around others, or around points; undefined without any. */
export function boundsOf(all: readonly (Point & Partial<Box>)[]): Box | undefined {
  if (all.length === 0) return undefined
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const { x, y, width = 0, height = 0 } of all) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

export const expand = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

export const centerOf = ({ x, y, width, height }: Box): Point => ({
  x: x + width / 2,
  y: y + height / 2,
})

export const middleOf = (a: Point, b: Point): Point => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
})

/** True if two boxes share more than an edge. */
export function overlaps(a: Box, b: Box): boolean {
  const overlapsAcross = a.x < b.x + b.width && b.x < a.x + a.width
  const overlapsDown = a.y < b.y + b.height && b.y < a.y + a.height
  return overlapsAcross && overlapsDown
}

/** True if the inner box is inside of the outer one, or touches its edge from inside. */
export function contains(outer: Box, inner: Box): boolean {
  const startsBefore = outer.x <= inner.x && outer.y <= inner.y
  const endsAcross = outer.x + outer.width >= inner.x + inner.width
  const endsDown = outer.y + outer.height >= inner.y + inner.height
  return startsBefore && endsAcross && endsDown
}

/** The point of a straight piece that is nearest to another point: 0 at its start, 1 at its end. */
export function nearestShare(start: Point, end: Point, { x, y }: Point): number {
  const dx = end.x - start.x
  const dy = end.y - start.y
  const squaredLength = dx * dx + dy * dy
  if (squaredLength === 0) return 0
  const share = ((x - start.x) * dx + (y - start.y) * dy) / squaredLength
  return Math.min(1, Math.max(0, share))
}

export const moved = <P extends Point>(point: P, by: Point): P => ({
  ...point,
  x: point.x + by.x,
  y: point.y + by.y,
})

/** The straight pieces of a line. */
export const segmentsOf = (points: readonly Point[]): [from: Point, to: Point][] =>
  points.slice(1).map((to, at) => [points[at] as Point, to])

/** Without points that are there twice, or on the way from their neighbour to the next one. */
export function withoutStraightPoints(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const before = kept.at(-2)
    const last = kept.at(-1)
    if (last && last.x === point.x && last.y === point.y) continue
    if (before && last && isStraight(before, last, point)) kept.pop()
    kept.push(point)
  }
  return kept
}

function isStraight(a: Point, b: Point, c: Point): boolean {
  const isVertical = a.x === b.x && b.x === c.x
  const isHorizontal = a.y === b.y && b.y === c.y
  return isVertical || isHorizontal
}
