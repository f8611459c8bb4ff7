/** Counts the crossings of lines that consist of upright and level pieces. */
import { segmentsOf } from '../../../picture/geometry.ts'
import type { PictureEdge } from '../../../picture/picture.ts'

/** Vertical pieces that cross horizontal ones, counted from left to right. */
export function crossingsOf(wires: readonly Pick<PictureEdge, 'points'>[]): number {
  const upright: { x: number; top: number; bottom: number }[] = []
  const events: { x: number; y: number; by: number }[] = []
  for (const { points } of wires) {
    for (const [p, q] of segmentsOf(points)) {
      if (p.x === q.x) upright.push({ x: p.x, top: Math.min(p.y, q.y), bottom: Math.max(p.y, q.y) })
      else {
        events.push({ x: Math.min(p.x, q.x), y: p.y, by: 1 })
        events.push({ x: Math.max(p.x, q.x), y: p.y, by: -1 })
      }
    }
  }
  upright.sort((a, b) => a.x - b.x)
  events.sort((a, b) => a.x - b.x || a.by - b.by)
  const heights = [...new Set(events.map(({ y }) => y))].sort((a, b) => a - b)
  const rank = new Map(heights.map((y, at) => [y, at]))
  const open = new Int32Array(heights.length + 1)
  const add = (at: number, by: number) => {
    for (let i = at + 1; i < open.length; i += i & -i) open[i] = (open[i] as number) + by
  }
  const below = (count: number) => {
    let sum = 0
    for (let i = count; i > 0; i -= i & -i) sum += open[i] as number
    return sum
  }
  const firstAtOrAfter = (y: number) => {
    let low = 0
    let high = heights.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((heights[middle] as number) < y) low = middle + 1
      else high = middle
    }
    return low
  }
  let sum = 0
  let next = 0
  for (const { x, top, bottom } of upright) {
    for (; next < events.length; next++) {
      const event = events[next] as (typeof events)[number]
      if (event.x > x || (event.x === x && event.by > 0)) break
      add(rank.get(event.y) as number, event.by)
    }
    sum += below(firstAtOrAfter(bottom)) - below(firstAtOrAfter(top + 0.5))
  }
  return sum
}
