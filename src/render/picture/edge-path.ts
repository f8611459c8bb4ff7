/** The line of a connection with round corners, and its tip, as SVG paths. */
import { moved } from './geometry.ts'
import { pair, roundCorner } from './outline.ts'
import type { Point } from './picture.ts'

const radius = 9
const tip = { length: 8, width: 7 }

/** The line ends inside the tip, and the tip touches the border. */
export function edgePath(points: readonly Point[]): { d: string; arrow: string } {
  const end = points.at(-1)
  const before = points.at(-2)
  if (!end || !before) return { d: '', arrow: '' }
  const distance = Math.hypot(end.x - before.x, end.y - before.y) || 1
  const dx = (end.x - before.x) / distance
  const dy = (end.y - before.y) / distance
  const backBy = (length: number) => moved(end, { x: -dx * length, y: -dy * length })
  const back = backBy(tip.length)
  const wing = (by: number) => moved(back, { x: -dy * by, y: dx * by })
  const line = [...points.slice(0, -1), backBy(tip.length - 1)]
  const left = wing(tip.width / 2)
  const right = wing(-tip.width / 2)
  return { d: rounded(line), arrow: `M${pair(end)}L${pair(left)}L${pair(right)}Z` }
}

function rounded(points: readonly Point[]): string {
  return points
    .map((point, i) => {
      const before = points[i - 1]
      const after = points[i + 1]
      if (!before) return `M${pair(point)}`
      if (!after) return `L${pair(point)}`
      return `L${roundCorner(before, point, after, radius)}`
    })
    .join('')
}
