/** The score by which the candidates of a unit compete. Less is better. */
import { aspectFactor, nearAspect } from '../../picture/aspect.ts'
import { sizeIn } from '../../picture/direction.ts'
import { segmentsOf } from '../../picture/geometry.ts'
import type { PictureEdge } from '../../picture/picture.ts'
import type { UnitRequest } from './build.ts'
import type { DrawnWire } from './draw-wires.ts'
import type { Unit } from './model.ts'

/** The area in square pixels that is worth one crossing less. */
export const crossingPrice = 1_500_000
/** The area of pictures with more height per width counts more. */
const tallest = 1.4
/** A picture that is too large to read counts at most this much more: crossings still matter. */
const mostShrunk = 2
/** Up to this factor, a shape is the wanted one. */
export const likeAspect = 1.5

interface Candidate {
  readonly unit: Unit
  readonly wires: readonly DrawnWire[]
}

/**
 * The price of all crossings, and the area. The area counts more, the further the shape is from that of a page, and the larger
 * the picture is than its room. With a wanted shape all of it counts more, cubed, the further the shape is from that, and double if
 * it is not near.
 */
export function scoreOf(
  { unit, wires }: Candidate,
  { aspect, room }: Pick<UnitRequest, 'aspect' | 'room'>,
  tolerance = 1,
): number {
  const size = sizeOf(unit)
  const { width, height } = size
  const crossings = crossingPrice * crossingsOf(wires)
  if (aspect !== undefined) {
    const factor = aspectFactor(size, aspect) / tolerance
    return (
      (width * height + crossings) *
      Math.max(1, factor / likeAspect) ** 3 *
      (factor > nearAspect ? 2 : 1)
    )
  }
  const shape = Math.max(1, height / width / tallest, width / height / room.widest)
  const shrunk = Math.min(mostShrunk, Math.max(1, width / room.width, height / room.height) ** 2)
  return width * height * shape * shrunk + crossings
}

/** True if the picture extends so far in its direction that it may read better folded. */
export function isLong(unit: Unit): boolean {
  const { width, height } = sizeOf(unit)
  return unit.direction === 'down'
    ? height > 1.6 * width && height > 700
    : width > 2.4 * height && width > 1600
}

/** The size of the unit in the picture. */
export const sizeOf = ({ root, direction }: Unit) =>
  sizeIn(direction, {
    width: Math.max(1, root.right - root.left),
    height: Math.max(1, root.height),
  })

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
