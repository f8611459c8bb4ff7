/** Arranges boxes at positions from the script, as far as they do not overlap. */

import { addTo } from '../../grouped.ts'
import { expand } from '../picture/geometry.ts'
import type { Point } from '../picture/picture.ts'
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

/** Uses positions from the script unless boxes overlap. Boxes without a position go above or below the others. */
export function layoutPlaced(items: readonly Item[], links: readonly Neighbours[]): void {
  const placed = items.filter((item) => fixedPosition(item) !== undefined)
  for (const item of placed) Object.assign(item, fixedPosition(item))
  pushApart(placed)
  const given = new Set(placed)
  const loose = items.filter((item) => !given.has(item))
  const leads = new Set(links.map(({ from }) => from))
  const led = new Set(links.map(({ to }) => to))
  const isAbove = (item: Item) => leads.has(item) && !led.has(item)
  const above = loose.filter(isAbove)
  const top = minOf(placed, ({ y }) => y)
  const bottom = maxOf(placed, ({ y, height }) => y + height, Number.NEGATIVE_INFINITY)
  placeNearNeighbours(above, top - rowGap - maxOf(above, ({ height }) => height), given, links)
  placeNearNeighbours(
    loose.filter((item) => !isAbove(item)),
    bottom + rowGap,
    given,
    links,
  )
  const left = minOf(items, ({ x }) => x)
  const up = minOf(items, ({ y }) => y)
  const free = items[0]?.parent === undefined
  for (const item of items) {
    // Positions are relative to the frame, and cannot leave it.
    item.x -= free ? left : Math.min(0, left)
    item.y -= free ? up : Math.min(0, up)
  }
}

/** One row; each box is as close as possible to its neighbours. */
function placeNearNeighbours(
  row: readonly Item[],
  y: number,
  placed: ReadonlySet<Item>,
  links: readonly Neighbours[],
): void {
  if (row.length === 0) return
  const friends = new Map<Item, Item[]>()
  for (const { from, to } of links) {
    addTo(friends, from, to)
    if (from !== to) addTo(friends, to, from)
  }
  const middle = meanCentre([...placed])
  const wishes = row.map((item) => {
    const near = friends.get(item)?.filter((other) => placed.has(other)) ?? []
    const centre = near.length > 0 ? meanCentre(near) : middle
    return { item, x: Math.round(centre - item.width / 2) }
  })
  wishes.sort((a, b) => a.x - b.x)
  let next = Number.NEGATIVE_INFINITY
  for (const { item, x } of wishes) {
    item.x = Math.max(x, next)
    item.y = y
    next = item.x + item.width + gap
  }
}

const meanCentre = (items: readonly Item[]): number =>
  items.reduce((sum, { x, width }) => sum + (x + width / 2), 0) / items.length

/** A box that still overlaps after this number of moves goes below all others. */
const maxMoves = 40

/** Resolves overlaps from the upper left: moves each box right or down, whichever is shorter. */
function pushApart(items: readonly Item[]): void {
  const order = items.toSorted((a, b) => a.y - b.y || a.x - b.x)
  const rank = new Map(order.map((item, i) => [item, i]))
  const fixed = new Obstacles<Item>(items)
  const first = (item: Item) =>
    minOf([...fixed.within(expand(item, minGap))], (other) => rank.get(other) ?? 0)
  const left: Item[] = []
  let bottom = Number.NEGATIVE_INFINITY
  for (const item of order) {
    let hit = order[first(item)]
    for (let moves = 0; hit !== undefined && moves < maxMoves; moves++) {
      const right = hit.x + hit.width + minGap - item.x
      const down = hit.y + hit.height + minGap - item.y
      if (down <= right) item.y += down
      else item.x += right
      hit = order[first(item)]
    }
    if (hit !== undefined) left.push(item)
    else {
      fixed.add(item)
      bottom = Math.max(bottom, item.y + item.height)
    }
  }
  packInRows(left, bottom)
}

/** Fills rows from the left, for about equal width and height. */
function packInRows(items: readonly Item[], above: number): void {
  const widest = Math.sqrt(items.reduce((sum, { width, height }) => sum + width * height, 0)) * 1.5
  let x = 0
  let y = above + minGap
  let bottom = above
  for (const item of items) {
    if (x > widest) {
      x = 0
      y = bottom + minGap
    }
    Object.assign(item, { x, y })
    x += item.width + minGap
    bottom = Math.max(bottom, y + item.height)
  }
}

/** Not `Math.max(...)`, which fails with too many arguments. */
const maxOf = <T>(all: readonly T[], sizeOf: (one: T) => number, least = 0): number =>
  all.reduce((largest, one) => Math.max(largest, sizeOf(one)), least)

const minOf = <T>(all: readonly T[], sizeOf: (one: T) => number): number =>
  all.reduce((smallest, one) => Math.min(smallest, sizeOf(one)), Number.POSITIVE_INFINITY)
