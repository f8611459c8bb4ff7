/** The middle of the longest segment of a line: there is room for a pin or a count. */
import { middleOf, segmentsOf } from '../../picture/geometry.ts'
import type { Point } from '../../picture/picture.ts'

export function longestMiddle(points: readonly Point[]): Point {
  let best = { length: -1, at: points[0] ?? { x: 0, y: 0 } }
  for (const [from, to] of segmentsOf(points)) {
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    if (length > best.length) best = { length, at: middleOf(from, to) }
  }
  return best.at
}
