/** Finds the connection near a point, because a line is too thin to be hit. */
import type { PictureEdge, Point } from '../picture.ts'

/** @param reach in picture units */
export function nearestEdge(
  edges: Iterable<PictureEdge>,
  point: Point,
  reach: number,
): PictureEdge | undefined {
  let best: PictureEdge | undefined
  let least = reach
  for (const edge of edges) {
    const distance = distanceTo(edge.points, point)
    if (distance <= least) [best, least] = [edge, distance]
  }
  return best
}

function distanceTo(points: readonly Point[], point: Point): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 1; i < points.length; i++) {
    least = Math.min(least, segmentDistance(points[i - 1] as Point, points[i] as Point, point))
  }
  return least
}

function segmentDistance(a: Point, b: Point, { x, y }: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length))
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy)
}
