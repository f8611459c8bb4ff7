/** Arranges boxes at positions from the script, as far as they do not overlap. */

import { addTo } from '../../grouped.ts'
import type { Size } from '../picture/direction.ts'
import { expand } from '../picture/geometry.ts'
import type { Box, Point } from '../picture/picture.ts'
import type { Item } from './boxes/box-tree.ts'
import { Obstacles } from './boxes/obstacles.ts'

const gap = 48
const rowGap = 60
/** Gap between boxes with positions from the script. */
const minGap = 28
/** Larger coordinates are a mistake, and would make the picture unusable. */
const maxCoordinate = 20_000

/** Two boxes of one frame that a connection needs near each other. */
export interface Neighbours {
  readonly from: Item
  readonly to: Item
}

/** True if the script positions some of the boxes. */
export const isPlaced = (boxes: readonly Item[]): boolean =>
  boxes.some((item) => fixedPosition(item) !== undefined)

function fixedPosition({ node: { position }, autoLayout }: Item): Point | undefined {
  const { x, y } = position
  if (autoLayout || typeof x !== 'number' || typeof y !== 'number') return undefined
  const near = (value: number) =>
    Math.round(Math.min(Math.max(value, -maxCoordinate), maxCoordinate))
  return { x: near(x), y: near(y) }
}

/** A box while its place is searched, relative to its frame. */
interface PlacedBox {
  readonly item: Item
  readonly width: number
  readonly height: number
  x: number
  y: number
}

/**
 * Uses positions from the script unless boxes overlap. Boxes without a position go above or below the others.
 * @returns the boxes relative to their frame
 */
export function layoutPlaced(
  items: readonly Item[],
  links: readonly Neighbours[],
  sizeOf: (item: Item) => Size,
): Map<Item, Box> {
  const boxes = items.map((item): PlacedBox => {
    const { width, height } = sizeOf(item)
    const { x, y } = fixedPosition(item) ?? { x: 0, y: 0 }
    return { item, width, height, x, y }
  })
  const fixed = boxes.filter(({ item }) => fixedPosition(item) !== undefined)
  pushApart(fixed)
  placeLoose(boxes, fixed, links)

  const isFree = items[0]?.parent === undefined
  const left = minOf(boxes, ({ x }) => x)
  const top = minOf(boxes, ({ y }) => y)
  // Positions are relative to the frame, and cannot leave it.
  const dx = isFree ? left : Math.min(0, left)
  const dy = isFree ? top : Math.min(0, top)
  return new Map(
    boxes.map(({ item, x, y, width, height }) => [item, { x: x - dx, y: y - dy, width, height }]),
  )
}

/** Places the boxes without a position: those that only lead to others above them, the rest below. */
function placeLoose(
  boxes: readonly PlacedBox[],
  fixed: readonly PlacedBox[],
  links: readonly Neighbours[],
): void {
  const known = new Set(fixed)
  const loose = boxes.filter((box) => !known.has(box))
  const leads = new Set(links.map(({ from }) => from))
  const led = new Set(links.map(({ to }) => to))
  const isAbove = ({ item }: PlacedBox) => leads.has(item) && !led.has(item)
  const above = loose.filter(isAbove)
  const below = loose.filter((box) => !isAbove(box))
  const top = minOf(fixed, ({ y }) => y)
  const bottom = maxOf(fixed, ({ y, height }) => y + height, Number.NEGATIVE_INFINITY)
  placeNearNeighbours(above, top - rowGap - maxOf(above, ({ height }) => height), fixed, links)
  placeNearNeighbours(below, bottom + rowGap, fixed, links)
}

/** One row; each box is as close as possible to its neighbours. */
function placeNearNeighbours(
  row: readonly PlacedBox[],
  y: number,
  fixed: readonly PlacedBox[],
  links: readonly Neighbours[],
): void {
  if (row.length === 0) return
  const fixedBoxes = new Map(fixed.map((box) => [box.item, box]))
  const friends = new Map<Item, Item[]>()
  for (const { from, to } of links) {
    addTo(friends, from, to)
    if (from !== to) addTo(friends, to, from)
  }
  const middle = meanCentre(fixed)
  const wishes = row.map((box) => {
    const near = friends.get(box.item)?.flatMap((friend) => fixedBoxes.get(friend) ?? []) ?? []
    const centre = near.length > 0 ? meanCentre(near) : middle
    return { box, x: Math.round(centre - box.width / 2) }
  })
  wishes.sort((a, b) => a.x - b.x)
  let next = Number.NEGATIVE_INFINITY
  for (const { box, x } of wishes) {
    box.x = Math.max(x, next)
    box.y = y
    next = box.x + box.width + gap
  }
}

const meanCentre = (boxes: readonly PlacedBox[]): number =>
  boxes.reduce((sum, { x, width }) => sum + (x + width / 2), 0) / boxes.length

/** A box that still overlaps after this number of moves goes below all others. */
const maxMoves = 40

/** Resolves overlaps from the upper left: moves each box right or down, whichever is shorter. */
function pushApart(boxes: readonly PlacedBox[]): void {
  const order = boxes.toSorted((a, b) => a.y - b.y || a.x - b.x)
  const rank = new Map(order.map((box, number) => [box, number]))
  const standing = new Obstacles<PlacedBox>(boxes)
  const first = (box: PlacedBox) =>
    minOf([...standing.within(expand(box, minGap))], (other) => rank.get(other) ?? 0)
  const crowded: PlacedBox[] = []
  let bottom = Number.NEGATIVE_INFINITY
  for (const box of order) {
    let hit = order[first(box)]
    for (let moves = 0; hit !== undefined && moves < maxMoves; moves++) {
      const right = hit.x + hit.width + minGap - box.x
      const down = hit.y + hit.height + minGap - box.y
      if (down <= right) box.y += down
      else box.x += right
      hit = order[first(box)]
    }
    if (hit !== undefined) crowded.push(box)
    else {
      standing.add(box)
      bottom = Math.max(bottom, box.y + box.height)
    }
  }
  packInRows(crowded, bottom)
}

/** Fills rows from the left, for about equal width and height. */
function packInRows(boxes: readonly PlacedBox[], above: number): void {
  const widest = Math.sqrt(boxes.reduce((sum, { width, height }) => sum + width * height, 0)) * 1.5
  let x = 0
  let y = above + minGap
  let bottom = above
  for (const box of boxes) {
    if (x > widest) {
      x = 0
      y = bottom + minGap
    }
    box.x = x
    box.y = y
    x += box.width + minGap
    bottom = Math.max(bottom, y + box.height)
  }
}

/** Not `Math.max(...)`, which fails with too many arguments. */
const maxOf = <T>(all: readonly T[], sizeOf: (one: T) => number, least = 0): number =>
  all.reduce((largest, one) => Math.max(largest, sizeOf(one)), least)

const minOf = <T>(all: readonly T[], sizeOf: (one: T) => number): number =>
  all.reduce((smallest, one) => Math.min(smallest, sizeOf(one)), Number.POSITIVE_INFINITY)
