/** The middle of the longest segment of a line: there is room for a pin or a count. */
import { segmentsOf } from '../../picture/geometry.ts'
import type { Point } from '../../picture/picture.ts'

export function longestMiddle(points: readonly Point[]): Point {
  let best = { length: -1, at: points[0] ?? { x: 0, y: 0 } }
  for (const [from, to] of segmentsOf(points)) {
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    if (length > best.length)
      best = { length, at: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } }
  }
  return best.at
}
