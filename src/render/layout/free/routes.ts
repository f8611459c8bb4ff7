/** Routes the connections of boxes at any positions, one after the other, and again those that cross others. */
import { boundsOf, expand, withoutStraightPoints } from '../../picture/geometry.ts'
import type { Box, Point } from '../../picture/picture.ts'
import { type DrawnEdge, type Item, outwards } from '../boxes/box-tree.ts'
import { borderAt, type Side } from '../boxes/ports.ts'
import { Grid } from './grid.ts'
import { type Found, type Gate, Search, stateOf } from './search.ts'

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
export const freeRoutes = (request: FreeRequest): Map<number, Point[]> =>
  new FreeRouter(request).route(request.open)

interface Way {
  readonly points: Point[]
  readonly price: number
}

class FreeRouter {
  readonly #connections: readonly DrawnEdge[]
  readonly #grid: Grid
  readonly #search: Search
  readonly #frameNumbers: ReadonlyMap<Item, number>
  readonly #ways = new Map<number, Way>()

  constructor({ items, connections, given, texts }: FreeRequest) {
    const boxes = items.filter(({ children }) => children.length === 0)
    const frames = items.filter(({ children }) => children.length > 0)
    this.#connections = connections
    this.#grid = new Grid(boundsOf(items) as Box, [...boxes, ...texts], frames)
    for (const points of given) this.#grid.addLines(points, 1)
    this.#search = new Search(this.#grid, steps)
    this.#frameNumbers = new Map(frames.map((frame, number) => [frame, number]))
  }

  /** The shortest connections come first; then those are routed again that get a better way by it. */
  route(open: readonly number[]): Map<number, Point[]> {
    const byLength = open.toSorted((a, b) => this.#distanceOf(a) - this.#distanceOf(b) || a - b)
    for (const edge of byLength) {
      this.#findWay(edge)
      this.#grid.addLines(this.#ways.get(edge)?.points ?? [], 1)
    }

    for (let round = 0; round < rounds; round++) {
      if (this.#search.isExhausted || !this.#improve(byLength)) break
    }
    return new Map([...this.#ways].map(([edge, { points }]) => [edge, points]))
  }

  #distanceOf(edge: number): number {
    return distance(this.#connections[edge])
  }

  /** @returns true if a connection got a cheaper way */
  #improve(edges: readonly number[]): boolean {
    let isBetter = false
    for (const edge of edges) {
      const before = this.#ways.get(edge)
      if (before === undefined || this.#search.isExhausted) continue

      this.#grid.addLines(before.points, -1)
      this.#findWay(edge)
      const after = this.#ways.get(edge) as Way
      if (after.price < before.price && !this.#search.isExhausted) isBetter = true
      this.#grid.addLines(after.points, 1)
    }
    return isBetter
  }

  /** Replaces the way of a connection, if there is one. */
  #findWay(edge: number): void {
    const { from, to } = this.#connections[edge] as DrawnEdge
    const frames = [...framesAround(from, to), ...framesAround(to, from)]
    const mayEnter = new Set(frames.map((frame) => this.#frameNumbers.get(frame) ?? -1))
    const start = gatesOf(this.#grid, from, to)
    const end = gatesOf(this.#grid, to, from)

    const way = this.#search.find(start.gates, { gates: end.gates, goal: end.area, mayEnter })
    if (way)
      this.#ways.set(edge, { points: pointsOf(this.#grid, way, start, end), price: way.price })
  }
}

/** The frames around a box, and the box itself if it is a frame that contains the other end. */
const framesAround = (item: Item, other: Item): Item[] =>
  [...outwards(item)].filter((frame) => frame !== item || contains(item, other))

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

/** The cells at which a way may leave a box. */
interface Gates {
  readonly item: Item
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

  for (const place of gatePlaces(grid, item, away)) {
    const { column, row, side, price } = place
    const isDown = side === 'top' || side === 'bottom'
    if (!grid.isInside(column, row)) continue
    const cell = row * grid.columns + column
    if (grid.solid[cell] === 1 && !isInner) continue
    gates.push({ cell, isDown, price: price + (isCrowded(grid, cell, isDown) ? crowded : 0) })
    sides.set(stateOf(cell, isDown), side)
  }
  return { item, gates, sides, area: expand(item, Math.max(0, away) + 2 * grid.pitch) }
}

interface GatePlace {
  readonly column: number
  readonly row: number
  readonly side: Side
  readonly price: number
}

/** @param away from the border, inwards if it is less than 0 */
function* gatePlaces(grid: Grid, item: Item, away: number): Generator<GatePlace> {
  const { x, y, width, height } = item
  const top = grid.rowAt(y - away + 0.5) - 1
  const bottom = grid.rowAt(y + height + away)
  const left = grid.columnAt(x - away + 0.5) - 1
  const right = grid.columnAt(x + width + away)

  const inX = Math.min(corner, width / 2 - 1)
  for (let column = grid.columnAt(x + inX); grid.xOf(column) <= x + width - inX; column++) {
    const price = 0.4 * Math.abs(grid.xOf(column) - x - width / 2)
    yield { column, row: top, side: 'top', price }
    yield { column, row: bottom, side: 'bottom', price }
  }

  const inY = Math.min(corner, height / 2 - 1)
  for (let row = grid.rowAt(y + inY); grid.yOf(row) <= y + height - inY; row++) {
    const price = 0.4 * Math.abs(grid.yOf(row) - y - height / 2)
    yield { column: left, row, side: 'left', price }
    yield { column: right, row, side: 'right', price }
  }
}

/** True if a line ends right beside a cell. */
function isCrowded(grid: Grid, cell: number, isDown: boolean): boolean {
  const step = isDown ? 1 : grid.columns
  const lines = isDown ? grid.down : grid.across
  return (lines[cell - step] ?? 0) + (lines[cell + step] ?? 0) > 0
}

function pointsOf(grid: Grid, { cells }: Found, start: Gates, end: Gates): Point[] {
  const first = cells[0] as number
  const last = cells.at(-1) as number
  const departure = portOf(grid, start, first, cells[1])
  const arrival = portOf(grid, end, last, cells.at(-2))
  const way = cells.map((cell) => pointAt(grid, cell))
  return withoutStraightPoints([departure, ...way, arrival])
}

function pointAt(grid: Grid, cell: number): Point {
  const column = cell % grid.columns
  return { x: grid.xOf(column), y: grid.yOf((cell - column) / grid.columns) }
}

/** @param next the cell beside the end of the way; undefined if it has one cell only */
function portOf(grid: Grid, { item, sides }: Gates, cell: number, next: number | undefined): Point {
  const { x, y } = pointAt(grid, cell)
  const isDown = next === undefined || Math.abs(next - cell) >= grid.columns
  const side = sides.get(stateOf(cell, isDown)) ?? sides.get(stateOf(cell, !isDown)) ?? 'top'
  return borderAt(item, side, side === 'top' || side === 'bottom' ? x : y)
}
