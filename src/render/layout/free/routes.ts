/** Routes the connections of boxes at any positions, one after the other, and again those that cross others. */
import { boundsOf, expand, withoutStraightPoints } from '../../picture/geometry.ts'
import type { Box, Point } from '../../picture/picture.ts'
import { type DrawnEdge, type Item, outwards } from '../boxes/box-tree.ts'
import { borderAt, type Side } from '../boxes/ports.ts'
import { Grid } from './grid.ts'
import { type Found, type Gate, Search } from './search.ts'

const steps = 4_000_000
const rounds = 3
const corner = 10
/** From the border to the first turn, with room for a tip. */
const stub = 14
/** Price of an end right beside another one. */
const crowded = 60

export interface FreeRequest {
  readonly items: readonly Item[]
  readonly connections: readonly DrawnEdge[]
  /** Indices of those without a way yet. */
  readonly open: readonly number[]
  /** Ways that stay. */
  readonly given: readonly (readonly Point[])[]
  /** Titles and texts. */
  readonly texts: readonly Box[]
}

/** @returns points by index of the connection; without one where no way was found in the available steps */
export function freeRoutes({
  items,
  connections,
  open,
  given,
  texts,
}: FreeRequest): Map<number, Point[]> {
  const boxes = items.filter(({ children }) => children.length === 0)
  const frames = items.filter(({ children }) => children.length > 0)
  const grid = new Grid(boundsOf(items) as Box, [...boxes, ...texts], frames)
  for (const points of given) grid.addLines(points, 1)
  const search = new Search(grid, steps)
  const number = new Map(frames.map((frame, at) => [frame, at]))
  const ways = new Map<number, { points: Point[]; price: number }>()
  const route = (edge: number): void => {
    const { from, to } = connections[edge] as DrawnEdge
    const mayEnter = new Set(
      [...framesAround(from, to), ...framesAround(to, from)].map(
        (frame) => number.get(frame) ?? -1,
      ),
    )
    const start = gatesOf(grid, from, to)
    const end = gatesOf(grid, to, from)
    const found = search.find(start.gates, end.gates, mayEnter, end.area)
    if (found)
      ways.set(edge, { points: pointsOf(grid, found, start, end, from, to), price: found.price })
  }
  const byLength = open.toSorted(
    (a, b) => distance(connections[a]) - distance(connections[b]) || a - b,
  )
  for (const edge of byLength) {
    route(edge)
    grid.addLines(ways.get(edge)?.points ?? [], 1)
  }
  for (let round = 0; round < rounds && !search.isExhausted; round++) {
    let isBetter = false
    for (const edge of byLength) {
      const before = ways.get(edge)
      if (before === undefined || search.isExhausted) continue
      grid.addLines(before.points, -1)
      route(edge)
      const after = ways.get(edge) as { points: Point[]; price: number }
      if (after.price < before.price && !search.isExhausted) isBetter = true
      grid.addLines(after.points, 1)
    }
    if (!isBetter) break
  }
  return new Map([...ways].map(([edge, { points }]) => [edge, points]))
}

/** The frames around a box, and the box itself if it is a frame that contains the other end. */
const framesAround = (item: Item, other: Item): Item[] =>
  [...outwards(item)].filter((one) => one !== item || contains(item, other))

const contains = (outer: Item, inner: Item): boolean =>
  inner !== outer && [...outwards(inner)].includes(outer)

const distance = (connection: DrawnEdge | undefined): number => {
  if (!connection) return 0
  const { from, to } = connection
  return (
    Math.abs(from.x + from.width / 2 - to.x - to.width / 2) +
    Math.abs(from.y + from.height / 2 - to.y - to.height / 2)
  )
}

interface Gates {
  readonly gates: Gate[]
  /** Side of each gate's cell. */
  readonly sides: ReadonlyMap<number, Side>
  readonly area: Box
}

/** Cells beside an end, on lines of the grid that meet its sides; for a frame around the other end, inside of it. */
function gatesOf(grid: Grid, item: Item, other: Item): Gates {
  const isInner = contains(item, other)
  const away = isInner ? -stub : stub
  const gates: Gate[] = []
  const sides = new Map<number, Side>()
  const { x, y, width, height } = item
  const add = (column: number, row: number, isDown: boolean, side: Side, price: number) => {
    if (!grid.isInside(column, row)) return
    const cell = row * grid.columns + column
    if (grid.solid[cell] === 1 && !isInner) return
    const beside = isDown ? 1 : grid.columns
    const lines = isDown ? grid.down : grid.across
    const isCrowded = (lines[cell - beside] ?? 0) + (lines[cell + beside] ?? 0) > 0
    gates.push({ cell, isDown, price: price + (isCrowded ? crowded : 0) })
    sides.set(cell * 2 + (isDown ? 1 : 0), side)
  }
  const rowsAt = { top: grid.rowAt(y - away + 0.5) - 1, bottom: grid.rowAt(y + height + away) }
  const columnsAt = {
    left: grid.columnAt(x - away + 0.5) - 1,
    right: grid.columnAt(x + width + away),
  }
  const inX = Math.min(corner, width / 2 - 1)
  const inY = Math.min(corner, height / 2 - 1)
  for (let column = grid.columnAt(x + inX); grid.xOf(column) <= x + width - inX; column++) {
    const price = 0.4 * Math.abs(grid.xOf(column) - x - width / 2)
    for (const side of ['top', 'bottom'] as const) add(column, rowsAt[side], true, side, price)
  }
  for (let row = grid.rowAt(y + inY); grid.yOf(row) <= y + height - inY; row++) {
    const price = 0.4 * Math.abs(grid.yOf(row) - y - height / 2)
    for (const side of ['left', 'right'] as const) add(columnsAt[side], row, false, side, price)
  }
  return { gates, sides, area: expand(item, Math.max(0, away) + 2 * grid.pitch) }
}

function pointsOf(
  grid: Grid,
  { cells }: Found,
  start: Gates,
  end: Gates,
  from: Item,
  to: Item,
): Point[] {
  const at = (cell: number): Point => {
    const column = cell % grid.columns
    return { x: grid.xOf(column), y: grid.yOf((cell - column) / grid.columns) }
  }
  const portOf = (cell: number, next: number | undefined, gates: Gates, item: Item): Point => {
    const { x, y } = at(cell)
    const isDown = next === undefined || Math.abs(next - cell) >= grid.columns
    const side =
      gates.sides.get(cell * 2 + (isDown ? 1 : 0)) ??
      gates.sides.get(cell * 2 + (isDown ? 0 : 1)) ??
      'top'
    return borderAt(item, side, side === 'top' || side === 'bottom' ? x : y)
  }
  const first = cells[0] as number
  const last = cells.at(-1) as number
  const leaves = portOf(first, cells[1], start, from)
  const arrives = portOf(last, cells.at(-2), end, to)
  return withoutStraightPoints([leaves, ...cells.map(at), arrives])
}
