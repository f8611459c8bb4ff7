/** The boxes, borders and texts of a unit that a shortcut must not run through. */

import { boxIn, type Orientation } from '../../../picture/direction.ts'
import type { Box } from '../../../picture/picture.ts'
import { badgeOf, titleOf } from '../../boxes/box-texts.ts'
import type { Item } from '../../boxes/box-tree.ts'
import { entriesOf } from '../order/row-order.ts'
import { leftBorderOf, rightBorderOf } from '../place/placed.ts'
import { boxAt, unitHeight } from '../route/heights.ts'
import type { Routed } from '../route/route.ts'
import { roomBeside } from '../unit/unit.ts'

export interface Solid extends Box {
  /** Undefined for a text. */
  readonly item: Item | undefined
  /** The connection whose text it is. */
  readonly edge: number | undefined
}

interface StandingBox {
  readonly item: Item
  /** The item with its position and size in the orientation of the unit. */
  readonly box: Item
  /** The space to its right, for connections with itself. */
  readonly beside: number
}

export function solidsOf(routed: Routed): Solid[] {
  const { unit, wires } = routed
  return [
    ...boxesOf(routed).flatMap((standing) => solidsOfBox(standing, unit.orientation)),
    ...wires.flatMap(({ edge, tag }) => (tag ? [solidAt(tag, undefined, edge)] : [])),
  ]
}

function boxesOf(routed: Routed): StandingBox[] {
  const { rows, root } = routed.unit
  const slots = rows.flatMap((row) => entriesOf(routed, row))
  const boxes = slots.flatMap((slot): StandingBox[] => {
    const { item } = slot
    return item ? [{ item, box: boxAt(routed, slot), beside: roomBeside(slot) }] : []
  })

  const { item } = root
  if (!item) return boxes
  const left = leftBorderOf(routed, root)
  const width = rightBorderOf(routed, root) - left
  const box = { ...item, x: left, y: 0, width, height: unitHeight(routed) }
  return [...boxes, { item, box, beside: 0 }]
}

/** The box, and the texts on it. */
function solidsOfBox({ item, box, beside }: StandingBox, orientation: Orientation): Solid[] {
  const shown = boxIn(orientation, box)
  const titles = shown.children.length > 0 ? [titleOf(shown)] : []
  const texts = [...badgeOf(shown), ...titles]
  return [
    solidAt({ ...box, width: box.width + beside }, item),
    ...texts.map((text) => solidAt(boxIn(orientation, text))),
  ]
}

const solidAt = ({ x, y, width, height }: Box, item?: Item, edge?: number): Solid => ({
  x,
  y,
  width,
  height,
  item,
  edge,
})

/** True if two boxes overlap by more than a pixel. */
export const overlap = (a: Box, b: Box): boolean =>
  a.x + 1 < b.x + b.width &&
  b.x + 1 < a.x + a.width &&
  a.y + 1 < b.y + b.height &&
  b.y + 1 < a.y + a.height
