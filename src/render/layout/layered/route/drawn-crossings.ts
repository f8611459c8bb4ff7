/**
 * Counts the crossings of lines that consist of upright and level pieces.
 *
 * A line sweeps from left to right over the picture, as in Bentley and Ottmann, "Algorithms for reporting and counting geometric
 * intersections" (1979). The level pieces that it meets are counted by height in a tree of sums: Fenwick, "A new data structure for
 * cumulative frequency tables" (1994).
 */
import type { PictureEdge, Point } from '../../../picture/picture.ts'

interface UprightPiece {
  readonly x: number
  readonly top: number
  readonly bottom: number
}

/** The start (1) or the end (-1) of a level piece. */
interface LevelEvent {
  readonly x: number
  readonly y: number
  readonly by: 1 | -1
}

/** Vertical pieces that cross horizontal ones, counted from left to right. */
export function crossingsOf(wires: readonly Pick<PictureEdge, 'points'>[]): number {
  const upright: UprightPiece[] = []
  const events: LevelEvent[] = []
  for (const { points } of wires) {
    for (let index = 1; index < points.length; index++)
      addPiece(points[index - 1] as Point, points[index] as Point, { upright, events })
  }
  upright.sort((a, b) => a.x - b.x)
  events.sort((a, b) => a.x - b.x || a.by - b.by)

  const open = new HeightCounts(events.map(({ y }) => y))
  let sum = 0
  let next = 0
  for (const { x, top, bottom } of upright) {
    for (; next < events.length; next++) {
      const event = events[next] as LevelEvent
      if (event.x > x || (event.x === x && event.by > 0)) break
      open.add(event.y, event.by)
    }
    sum += open.countAbove(bottom) - open.countAbove(top + 0.5)
  }
  return sum
}

/** The pieces of all lines. */
interface Pieces {
  readonly upright: UprightPiece[]
  readonly events: LevelEvent[]
}

function addPiece(p: Point, q: Point, { upright, events }: Pieces): void {
  if (p.x === q.x) {
    upright.push({ x: p.x, top: Math.min(p.y, q.y), bottom: Math.max(p.y, q.y) })
    return
  }
  events.push({ x: Math.min(p.x, q.x), y: p.y, by: 1 })
  events.push({ x: Math.max(p.x, q.x), y: p.y, by: -1 })
}

/** How many level pieces there are at each height: a Fenwick tree. */
class HeightCounts {
  /** Sorted. */
  readonly #heights: readonly number[]
  readonly #ranks: ReadonlyMap<number, number>
  readonly #sums: Int32Array

  constructor(heights: readonly number[]) {
    this.#heights = [...new Set(heights)].sort((a, b) => a - b)
    this.#ranks = new Map(this.#heights.map((height, rank) => [height, rank]))
    this.#sums = new Int32Array(this.#heights.length + 1)
  }

  add(height: number, by: number): void {
    const sums = this.#sums
    const rank = this.#ranks.get(height) as number
    for (let node = rank + 1; node < sums.length; node += node & -node)
      sums[node] = (sums[node] as number) + by
  }

  /** Those at heights less than one. */
  countAbove(height: number): number {
    let sum = 0
    for (let node = this.#firstFrom(height); node > 0; node -= node & -node)
      sum += this.#sums[node] as number
    return sum
  }

  /** The number of heights that are less. */
  #firstFrom(height: number): number {
    let low = 0
    let high = this.#heights.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#heights[middle] as number) < height) low = middle + 1
      else high = middle
    }
    return low
  }
}
