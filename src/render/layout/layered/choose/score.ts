/** The score by which the candidates of a unit compete. Less is better. */
import { aspectFactor, nearAspect } from '../../../picture/aspect.ts'
import { detoursOf } from '../route/detours.ts'
import { crossingsOf } from '../route/drawn-crossings.ts'
import { sizeOf } from '../route/heights.ts'
import type { Routed } from '../route/route.ts'
import type { UnitRequest } from '../unit/request.ts'

/** The area in square pixels that is worth one crossing less. */
export const crossingPrice = 1_500_000
/** The same of a detour, with a wanted shape: an empty corner is much cheaper. */
const detourPrice = 2_000_000
/** The area of pictures with more height per width counts more. */
const tallest = 1.4
/** A picture that is too large to read counts at most this much more: crossings still matter. */
const mostShrunk = 2
/** Up to this factor, a shape is the wanted one. */
export const likeAspect = 1.5

/**
 * The price of all crossings, and the area. The area counts more, the further the shape is from that of a page, and the larger
 * the picture is than its room. With a wanted shape detours have a price too, and all of it counts more, cubed, the further the
 * shape is from that, and double if it is not near.
 */
export function scoreOf(
  routed: Routed,
  { aspect, room }: Pick<UnitRequest, 'aspect' | 'room'>,
  tolerance = 1,
): number {
  const size = sizeOf(routed)
  const { width, height } = size
  const crossings = crossingPrice * crossingsOf(routed.wires)
  if (aspect !== undefined) {
    const factor = aspectFactor(size, aspect) / tolerance
    return (
      (width * height + crossings + detourPrice * detoursOf(routed.wires)) *
      Math.max(1, factor / likeAspect) ** 3 *
      (factor > nearAspect ? 2 : 1)
    )
  }
  const shape = Math.max(1, height / width / tallest, width / height / room.widest)
  const shrunk = Math.min(mostShrunk, Math.max(1, width / room.width, height / room.height) ** 2)
  return width * height * shape * shrunk + crossings
}

/** True if the picture extends so far in its orientation that it may read better folded. */
export function isLong(routed: Routed): boolean {
  const { width, height } = sizeOf(routed)
  return routed.unit.orientation === 'down'
    ? height > 1.6 * width && height > 700
    : width > 2.4 * height && width > 1600
}
