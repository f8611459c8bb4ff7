/** Finds the connection near a point, because a line is too thin to be hit. */
import { segmentsOf } from '../../picture/geometry.ts'
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

const distanceTo = (points: readonly Point[], point: Point): number =>
  Math.min(...segmentsOf(points).map(([a, b]) => segmentDistance(a, b, point)))

function segmentDistance(a: Point, b: Point, { x, y }: Point): number {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const length = dx * dx + dy * dy
  const share =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length))
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy)
}
