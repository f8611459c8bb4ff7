/** Finds the cheapest route around boxes with A*, on lines beside the nearby boxes. */
import type { Item } from './box-tree.ts'
import { expand, type Obstacles } from './obstacles.ts'
import type { Box, Point } from './picture.ts'
import { holds, type Port } from './ports.ts'

const margin = 14
const turnCost = 60
/** Cost factor for crossing an unrelated frame. */
const crossingFactor = 4
const maxLines = 140
/** Search steps per picture; after that, edges take simple routes, so that drawing never takes minutes. */
const maxSteps = 1_200_000

type Obstacle = Box & { readonly item: Item }

export class Search {
  readonly #obstacles: Obstacles<Obstacle>
  readonly #frames: Obstacles<Obstacle>
  #steps = maxSteps

  constructor(obstacles: Obstacles<Obstacle>, frames: Obstacles<Obstacle>) {
    this.#obstacles = obstacles
    this.#frames = frames
  }

  path(start: Point, end: Point, from: Port, to: Port, a: Item, b: Item): Point[] | undefined {
    for (const around of [120, 480]) {
      if (this.#steps <= 0) return undefined
      const found = this.#within(around, start, end, from, to, a, b)
      if (found) return found
    }
    return undefined
  }

  #within(
    around: number,
    start: Point,
    end: Point,
    from: Port,
    to: Port,
    a: Item,
    b: Item,
  ): Point[] | undefined {
    const region = expand(boxOf(start, end), around)
    const boxes = [...this.#obstacles.within(region)]
    const frames = [...this.#frames.within(region)].filter(({ item }) => !mayCross(item, a, b))
    const all = [...boxes, ...frames]
    const xs = linesOf(
      all.map(({ x, width }) => [x, x + width]),
      [start.x, end.x],
      region.x,
      region.x + region.width,
    )
    const ys = linesOf(
      all.map(({ y, height }) => [y, y + height]),
      [start.y, end.y],
      region.y,
      region.y + region.height,
    )
    if (xs.length > maxLines || ys.length > maxLines) return undefined
    const [columns, rows] = [xs.length, ys.length]
    this.#steps -= (columns * rows) >> 5
    const blocked = new Uint8Array(columns * rows)
    const fill = ({ x, y, width, height }: Box, value: number) => {
      const [left, right] = [after(xs, x), after(xs, x + width - 0.01)]
      const [top, bottom] = [after(ys, y), after(ys, y + height - 0.01)]
      for (let j = top; j < bottom; j++) blocked.fill(value, j * columns + left, j * columns + right)
    }
    for (const frame of frames) fill(expand(frame, 4), frameCell)
    for (const box of boxes) fill(expand(box, box.item === a || box.item === b ? 1 : 6), boxCell)
    const at = (p: Point) => ys.indexOf(p.y) * columns + xs.indexOf(p.x)
    const [first, last] = [at(start), at(end)]
    if (blocked[first] === boxCell || blocked[last] === boxCell) return undefined
    // Two states per point: reached horizontally or vertically.
    const cost = new Float64Array(columns * rows * 2).fill(Number.POSITIVE_INFINITY)
    const before = new Int32Array(columns * rows * 2).fill(-1)
    const done = new Uint8Array(columns * rows * 2)
    const heap = new Heap()
    const flatStart = from.side === 'left' || from.side === 'right' ? 0 : 1
    const flatEnd = to.side === 'left' || to.side === 'right' ? 0 : 1
    cost[first * 2 + flatStart] = 0
    heap.push(0, first * 2 + flatStart)
    // No helper functions: small pictures spend most of their time here, before V8 has compiled anything.
    for (let state = heap.pop(); state !== undefined && this.#steps > 0; state = heap.pop()) {
      // Already expanded at a lower cost.
      if (done[state] === 1) continue
      done[state] = 1
      this.#steps--
      const cell = state >> 1
      const upright = state & 1
      if (cell === last && upright === flatEnd) return pathTo(state, before, xs, ys, columns)
      const i = cell % columns
      const j = (cell - i) / columns
      const paid = cost[state] as number
      for (let way = 0; way < 4; way++) {
        const ni = way === 0 ? i + 1 : way === 1 ? i - 1 : i
        const nj = way === 2 ? j + 1 : way === 3 ? j - 1 : j
        if (ni < 0 || nj < 0 || ni >= columns || nj >= rows) continue
        const next = nj * columns + ni
        if (blocked[next] === boxCell) continue
        const turned = way < 2 ? 0 : 1
        const x = xs[ni] as number
        const y = ys[nj] as number
        const length = Math.abs(x - (xs[i] as number)) + Math.abs(y - (ys[j] as number))
        const times = blocked[next] === frameCell || blocked[cell] === frameCell ? crossingFactor : 1
        const price = paid + length * times + (turned === upright ? 0 : turnCost)
        const reached = next * 2 + turned
        if (price >= (cost[reached] as number)) continue
        cost[reached] = price
        before[reached] = state
        heap.push(price + Math.abs(x - end.x) + Math.abs(y - end.y), reached)
      }
      // The route may turn into the port at its end.
      if (cell === last && upright !== flatEnd && paid + turnCost < (cost[cell * 2 + flatEnd] as number)) {
        cost[cell * 2 + flatEnd] = paid + turnCost
        before[cell * 2 + flatEnd] = state
        heap.push(paid + turnCost, cell * 2 + flatEnd)
      }
    }
    return undefined
  }
}

const boxCell = 1
const frameCell = 2

/** True if the frame is an end of the edge or contains one. */
export const mayCross = (frame: Item, a: Item, b: Item): boolean =>
  frame === a || frame === b || holds(frame, a) || holds(frame, b)

/** Number of lines at or before a coordinate. */
function after(lines: readonly number[], place: number): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle] as number) <= place) low = middle + 1
    else high = middle
  }
  return low
}

/** Lines beside each box, through its middle (so that the box blocks them), and halfway between boxes. */
function linesOf(spans: [number, number][], ends: number[], low: number, high: number): number[] {
  const all = new Set(ends)
  for (const [from, to] of spans)
    for (const line of [from - margin, (from + to) / 2, to + margin]) all.add(Math.round(line))
  const sorted = [...all].filter((line) => line >= low && line <= high).sort((x, y) => x - y)
  // Merge lines that are close together; keep the ends.
  return sorted.filter((line, i) => ends.includes(line) || i === 0 || line - (sorted[i - 1] as number) > 3)
}

function pathTo(
  state: number,
  before: Int32Array,
  xs: readonly number[],
  ys: readonly number[],
  columns: number,
): Point[] {
  const way: Point[] = []
  for (let at = state; at >= 0; at = before[at] as number) {
    const cell = at >> 1
    way.push({ x: xs[cell % columns] as number, y: ys[Math.floor(cell / columns)] as number })
  }
  return way.reverse()
}

const boxOf = (p: Point, q: Point): Box => ({
  ...{ x: Math.min(p.x, q.x), y: Math.min(p.y, q.y) },
  ...{ width: Math.abs(p.x - q.x), height: Math.abs(p.y - q.y) },
})

/** A priority queue: lowest cost first, then in insertion order. */
class Heap {
  readonly #items: { price: number; order: number; state: number }[] = []
  #order = 0

  push(price: number, state: number): void {
    const items = this.#items
    let at = items.push({ price, order: this.#order++, state }) - 1
    while (at > 0) {
      const up = (at - 1) >> 1
      if (!less(items[at] as Entry, items[up] as Entry)) break
      swap(items, at, up)
      at = up
    }
  }

  pop(): number | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (first === undefined || last === undefined) return undefined
    if (items.length > 0) {
      items[0] = last
      let at = 0
      for (;;) {
        const left = 2 * at + 1
        const right = left + 1
        let least = at
        if (left < items.length && less(items[left] as Entry, items[least] as Entry)) least = left
        if (right < items.length && less(items[right] as Entry, items[least] as Entry)) least = right
        if (least === at) break
        swap(items, at, least)
        at = least
      }
    }
    return first.state
  }
}

type Entry = { price: number; order: number; state: number }
const less = (a: Entry, b: Entry): boolean => a.price < b.price || (a.price === b.price && a.order < b.order)

function swap(items: Entry[], i: number, j: number): void {
  const kept = items[i] as Entry
  items[i] = items[j] as Entry
  items[j] = kept
}
