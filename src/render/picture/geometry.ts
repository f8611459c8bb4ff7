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

const isStraight = (a: Point, b: Point, c: Point): boolean =>
  (a.x === b.x && b.x === c.x) || (a.y === b.y && b.y === c.y)
