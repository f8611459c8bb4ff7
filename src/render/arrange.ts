/** Positions boxes in their frames: in rows, at positions from the script, or in layers by connection. */
import type { DrawnEdge, Item, Tree } from './box-tree.ts'
import { type Link, layered, type Position } from './layered.ts'
import { measureTag, sizes } from './measure.ts'
import { expand, Obstacles } from './obstacles.ts'

const gap = 48
const rowGap = 60
/** Gap between boxes with positions from the script. */
const minGap = 28
/** Larger coordinates are a mistake, and would make the picture unusable. */
const maxCoordinate = 20_000

/** Arranges inner frames first, because outer frames need their size, then makes positions absolute. */
export function arrange({ items, roots, connections }: Tree): void {
  const local = linksByFrame(connections)
  for (const item of items.toReversed()) if (item.children.length > 0) fill(item, local.get(item) ?? [])
  layoutChildren(roots, local.get(undefined) ?? [])
  for (const item of items) {
    item.x += item.parent?.x ?? 0
    item.y += item.parent?.y ?? 0
  }
}

interface Local {
  readonly from: Item
  readonly to: Item
  readonly connection: DrawnEdge
}

/** Assigns each connection to the innermost frame around both ends, and to its child boxes around them. */
function linksByFrame(connections: readonly DrawnEdge[]): Map<Item | undefined, Local[]> {
  const local = new Map<Item | undefined, Local[]>()
  for (const connection of connections) {
    const [a, b] = [enclosingFrames(connection.from), enclosingFrames(connection.to)]
    let depth = 0
    while (a[depth] !== undefined && a[depth] === b[depth]) depth++
    const [from, to] = [a[depth], b[depth]]
    // One end contains the other: nothing to arrange.
    if (from === undefined || to === undefined) continue
    const list = local.get(from.parent)
    if (list) list.push({ from, to, connection })
    else local.set(from.parent, [{ from, to, connection }])
  }
  return local
}

/** The frames around an item from the outside in, then the item itself. */
export function enclosingFrames(item: Item): Item[] {
  const up: Item[] = []
  for (let at: Item | undefined = item; at; at = at.parent) up.push(at)
  return up.reverse()
}

function fill(frame: Item, links: readonly Local[]): void {
  layoutChildren(frame.children, links)
  const { framePad, frameHead } = sizes
  for (const child of frame.children) {
    child.x += framePad
    child.y += frameHead
  }
  const right = maxOf(frame.children, ({ x, width }) => x + width) + framePad
  const bottom = maxOf(frame.children, ({ y, height }) => y + height) + framePad
  const given = givenSize(frame)
  frame.width = Math.max(right, frame.measured.width, given.width)
  frame.height = Math.max(bottom, given.height)
  // Content that is narrower than its frame is centred.
  const shift = Math.floor((frame.width - right) / 2)
  if (frame.children.every((child) => fixedPosition(child) === undefined))
    for (const child of frame.children) child.x += shift
}

/** The size from the script, a minimum; 0 if autoResize() or automatic layout computes it. */
function givenSize({ node: { size, autoResized }, autoLayout }: Item): { width: number; height: number } {
  const number = (value: unknown) =>
    typeof value === 'number' && !autoResized && !autoLayout ? Math.min(Math.max(0, value), 4000) : 0
  return { width: number(size.width), height: number(size.height) }
}

function layoutChildren(items: readonly Item[], links: readonly Local[]): void {
  if (items.length === 0) return
  const placed = items.filter((item) => fixedPosition(item) !== undefined)
  if (placed.length > 0) {
    layoutFixed(items, placed, links)
    return
  }
  const rows = new Set(items.map(({ node }) => node.row)).size
  const [first] = items as [Item, ...Item[]]
  const asWritten = first.parent !== undefined && (rows > 1 || !first.autoLayout)
  if (asWritten) layoutRows(items, links)
  else layoutLayered(items, links)
}

function fixedPosition({ node: { position }, autoLayout }: Item): Position | undefined {
  const { x, y } = position
  if (autoLayout || typeof x !== 'number' || typeof y !== 'number') return undefined
  const near = (value: number) => Math.round(Math.min(Math.max(value, -maxCoordinate), maxCoordinate))
  return { x: near(x), y: near(y) }
}

function layoutLayered(items: readonly Item[], links: readonly Local[]): void {
  const index = new Map(items.map((item, i) => [item, i]))
  const pairs = links.map(({ from, to }): Link => [index.get(from) ?? 0, index.get(to) ?? 0])
  const spots = layered(items, pairs)
  items.forEach((item, i) => {
    Object.assign(item, spots[i])
  })
}

/** Places each row from left to right, centred, with room for texts between neighbours. */
function layoutRows(items: readonly Item[], links: readonly Local[]): void {
  const byRow = groupedBy(items, ({ node }) => node.row)
  const rows = [...byRow.keys()].sort((a, b) => a - b).map((number) => byRow.get(number) ?? [])
  const between = new Map(
    [...groupedBy(links, ({ from }) => from)].map(([from, own]) => [from, groupedBy(own, ({ to }) => to)]),
  )
  let y = 0
  const widths: number[] = []
  for (const row of rows) {
    let x = 0
    const height = maxOf(row, (item) => item.height)
    row.forEach((item, i) => {
      if (i > 0) x += gapBetween(row[i - 1] as Item, item, between)
      item.x = x
      item.y = y + Math.floor((height - item.height) / 2)
      x += item.width
    })
    widths.push(x)
    y += height + rowGap
  }
  const widest = maxOf(widths, (width) => width)
  rows.forEach((row, i) => {
    for (const item of row) item.x += Math.floor((widest - (widths[i] ?? 0)) / 2)
  })
}

function gapBetween(left: Item, right: Item, links: ReadonlyMap<Item, ReadonlyMap<Item, Local[]>>): number {
  const between = [...(links.get(left)?.get(right) ?? []), ...(links.get(right)?.get(left) ?? [])]
  return maxOf(
    between,
    ({ connection }) => {
      const text = tagText(connection)
      return text === null ? 0 : measureTag(text).width + 36
    },
    gap,
  )
}

function groupedBy<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

/** Not `Math.max(...)`, which fails with too many arguments. */
const maxOf = <T>(all: readonly T[], sizeOf: (one: T) => number, least = 0): number =>
  all.reduce((largest, one) => Math.max(largest, sizeOf(one)), least)

const minOf = <T>(all: readonly T[], sizeOf: (one: T) => number): number =>
  all.reduce((smallest, one) => Math.min(smallest, sizeOf(one)), Number.POSITIVE_INFINITY)

/** The text on an edge: its label, else its protocol and port. */
export function tagText({ edge }: DrawnEdge): string | null {
  const { label, protocol, port } = edge
  if (label !== undefined && label.trim() !== '') return label
  const number = port === undefined || port === '' ? null : `:${port}`
  return [protocol || null, number].filter((part) => part !== null).join(' ') || null
}

/** Uses positions from the script unless boxes overlap. Boxes without a position go above or below the others. */
function layoutFixed(items: readonly Item[], placed: readonly Item[], links: readonly Local[]): void {
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
  const [left, up] = [minOf(items, ({ x }) => x), minOf(items, ({ y }) => y)]
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
  links: readonly Local[],
): void {
  if (row.length === 0) return
  const friends = groupedBy(
    links.flatMap(({ from, to }) => [
      { item: from, other: to },
      ...(from === to ? [] : [{ item: to, other: from }]),
    ]),
    ({ item }) => item,
  )
  const centres = (item: Item): number[] =>
    (friends.get(item) ?? []).flatMap(({ other }) => (placed.has(other) ? [other.x + other.width / 2] : []))
  const middle = [...placed].reduce((sum, { x, width }) => sum + x + width / 2, 0) / placed.size
  const wishes = row.map((item) => {
    const near = centres(item)
    const centre = near.length > 0 ? near.reduce((sum, x) => sum + x, 0) / near.length : middle
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
  let [x, y, bottom] = [0, above + minGap, above]
  for (const item of items) {
    if (x > widest) [x, y] = [0, bottom + minGap]
    Object.assign(item, { x, y })
    x += item.width + minGap
    bottom = Math.max(bottom, y + item.height)
  }
}
