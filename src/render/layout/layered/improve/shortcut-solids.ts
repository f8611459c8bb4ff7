/** The boxes, borders and texts of a unit that a shortcut must not run through. */

import { boxIn, type Direction } from '../../../picture/direction.ts'
import type { Box } from '../../../picture/picture.ts'
import { badgeOf, titleOf } from '../../boxes/box-texts.ts'
import type { Item } from '../../boxes/box-tree.ts'
import { boxAt, type DrawnWire } from '../route/draw-wires.ts'
import { roomBeside, rowsOf, type Unit } from '../unit/unit.ts'

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

export function solidsOf(unit: Unit, drawn: readonly DrawnWire[]): Solid[] {
  return [
    ...boxesOf(unit).flatMap((standing) => solidsOfBox(standing, unit.direction)),
    ...drawn.flatMap(({ edge, tag }) => (tag ? [solidAt(tag, undefined, edge)] : [])),
  ]
}

function boxesOf(unit: Unit): StandingBox[] {
  const slots = [...rowsOf(unit)].flatMap(({ entries }) => entries)
  const boxes = slots.flatMap((slot): StandingBox[] => {
    const { item } = slot
    return item ? [{ item, box: boxAt(slot), beside: roomBeside(slot) }] : []
  })

  const { item, left, right, height } = unit.root
  if (!item) return boxes
  const box = { ...item, x: left, y: 0, width: right - left, height }
  return [...boxes, { item, box, beside: 0 }]
}

/** The box, and the texts on it. */
function solidsOfBox({ item, box, beside }: StandingBox, direction: Direction): Solid[] {
  const shown = boxIn(direction, box)
  const titles = shown.children.length > 0 ? [titleOf(shown)] : []
  const texts = [...badgeOf(shown), ...titles]
  return [
    solidAt({ ...box, width: box.width + beside }, item),
    ...texts.map((text) => solidAt(boxIn(direction, text))),
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
