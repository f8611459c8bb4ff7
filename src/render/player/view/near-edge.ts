/** Finds the connection near a point, because a line is too thin to be hit. */
import { nearestShare, segmentsOf } from '../../picture/geometry.ts'
import type { Point } from '../../picture/picture.ts'

export interface DrawnLine {
  readonly id: string
  readonly points: readonly Point[]
}

/** @param reach in picture units */
export function nearestLine(
  lines: Iterable<DrawnLine>,
  point: Point,
  reach: number,
): DrawnLine | undefined {
  let best: DrawnLine | undefined
  let least = reach
  for (const line of lines) {
    const distance = distanceTo(line.points, point)
    if (distance <= least) {
      best = line
      least = distance
    }
  }
  return best
}

function distanceTo(points: readonly Point[], point: Point): number {
  const segments = segmentsOf(points)
  return Math.min(...segments.map(([start, end]) => segmentDistance(start, end, point)))
}

function segmentDistance(start: Point, end: Point, point: Point): number {
  const share = nearestShare(start, end, point)
  const x = start.x + share * (end.x - start.x)
  const y = start.y + share * (end.y - start.y)
  return Math.hypot(point.x - x, point.y - y)
}
