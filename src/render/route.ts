/** Routes edges from border to border: right angles, around boxes, few bends. */
import type { DrawnEdge, Item } from './box-tree.ts'
import { expand, Obstacles } from './obstacles.ts'
import type { Box, Point } from './picture.ts'
import { holds, type Port, portsFor, sidesFor } from './ports.ts'
import { mayCross, Search } from './search.ts'

/** Minimum straight distance before the first turn. */
const stub = 14
const clearance = 7

/** A box blocks an edge unless it is an end of it; a frame costs extra unless it contains an end. */
interface Obstacle extends Box {
  readonly item: Item
}

/** @param isRouted false for simple routes, which ignore boxes */
export function routes(
  items: readonly Item[],
  connections: readonly DrawnEdge[],
  isRouted = true,
): Point[][] {
  const boxes = items.map((item): Obstacle => {
    const { x, y, width, height } = item
    return { x, y, width, height, item }
  })
  const obstacles = Obstacles.of(boxes.filter(({ item }) => item.children.length === 0))
  const frames = Obstacles.of(boxes.filter(({ item }) => item.children.length > 0))
  const wanted = connections.map((connection) => {
    const [from, to] = sidesFor(connection.from, connection.to)
    return { connection, from, to }
  })
  const ports = portsFor(wanted)
  const search = isRouted ? new Search(obstacles, frames) : undefined
  return connections.map((connection, i) => {
    const { from, to } = ports[i] as { from: Port; to: Port }
    if (connection.from === connection.to) return loop(connection.from)
    return simplify(route(connection, from, to, { obstacles, frames, search }))
  })
}

interface Field {
  readonly obstacles: Obstacles<Obstacle>
  readonly frames: Obstacles<Obstacle>
  readonly search: Search | undefined
}

function route(
  { from: a, to: b }: DrawnEdge,
  from: Port,
  to: Port,
  { obstacles, frames, search }: Field,
): Point[] {
  if (holds(a, b) || holds(b, a)) return inner(from, to)
  const [start, end] = [off(from, stub), off(to, stub)]
  const ways = candidates(from, start, end, to)
  if (search === undefined) return ways[0] ?? elbow(from, start, end, to)
  const free = ways.filter((path) => clear(path, obstacles, (item) => item === a || item === b))
  const best = free.find((path) => clear(path, frames, (item) => mayCross(item, a, b)))
  if (best) return best
  const found = search.path(start, end, from, to, a, b)
  if (found) return [from, ...found, to]
  return free[0] ?? ways[0] ?? elbow(from, start, end, to)
}

const elbow = (from: Point, start: Point, end: Point, to: Point): Point[] => [
  from,
  start,
  { x: start.x, y: end.y },
  end,
  to,
]

/** From the border of a frame to a box inside it, or the reverse. */
function inner(from: Port, to: Port): Point[] {
  const turn = Math.min(from.x, to.x) + Math.min(11, Math.abs(from.x - to.x) / 2)
  return [from, { x: turn, y: from.y }, { x: turn, y: to.y }, to]
}

/** An edge to its own node: leaves to the right and returns. */
const loop = ({ x, y, width, height }: Item): Point[] => {
  const [right, middle] = [x + width, y + height / 2]
  return [
    { x: right, y: middle - 11 },
    { x: right + 30, y: middle - 11 },
    { x: right + 30, y: middle + 11 },
    { x: right, y: middle + 11 },
  ]
}

function off({ x, y, side }: Port, by: number): Point {
  switch (side) {
    case 'top':
      return { x, y: y - by }
    case 'bottom':
      return { x, y: y + by }
    case 'left':
      return { x: x - by, y }
    case 'right':
      return { x: x + by, y }
  }
}

/** Candidates: straight, then with a turn in the middle and at other positions. */
function candidates(from: Port, start: Point, end: Point, to: Port): Point[][] {
  const flat = from.side === 'top' || from.side === 'bottom'
  if (flat ? from.x === to.x : from.y === to.y) return [[from, to]]
  const [low, high] = flat ? [start.y, end.y] : [start.x, end.x]
  const forward = flat ? (from.side === 'bottom') === high >= low : (from.side === 'right') === high >= low
  if (!forward) return []
  return [0.5, 0, 1, 0.25, 0.75].map((share) => {
    const turn = Math.round(low + (high - low) * share)
    return flat
      ? [from, { x: from.x, y: turn }, { x: to.x, y: turn }, to]
      : [from, { x: turn, y: from.y }, { x: turn, y: to.y }, to]
  })
}

function clear(
  path: readonly Point[],
  obstacles: Obstacles<Obstacle>,
  may: (item: Item) => boolean,
): boolean {
  return path.every((q, i) => {
    const p = path[i - 1]
    if (!p) return true
    const line: Box = {
      ...{ x: Math.min(p.x, q.x), y: Math.min(p.y, q.y) },
      ...{ width: Math.max(1, Math.abs(p.x - q.x)), height: Math.max(1, Math.abs(p.y - q.y)) },
    }
    // The edge touches its own boxes only at the ports.
    return !obstacles.some(expand(line, clearance), ({ item }) => !may(item))
  })
}

/** Removes points on the straight line between two others. */
function simplify(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const { x, y } of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)]
    if (last && last.x === x && last.y === y) continue
    if (before && last && ((before.x === last.x && last.x === x) || (before.y === last.y && last.y === y)))
      kept.pop()
    kept.push({ x, y })
  }
  return kept
}
