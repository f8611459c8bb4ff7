/** Chooses where an edge leaves one box and enters another: the side, and the position on it. */
import type { DrawnEdge, Item } from './box-tree.ts'
import type { Point, Shape } from './picture.ts'

export type Side = 'top' | 'right' | 'bottom' | 'left'

export interface Port extends Point {
  readonly side: Side
}

/** Minimum distance of a port from a corner. */
const corner = 14
const widest = 22

export interface PortRequest {
  readonly connection: DrawnEdge
  readonly from: Side
  readonly to: Side
}

/** Vertical if there is room between the boxes, else horizontal; from inside to the border if one contains the other. */
export function sidesFor(from: Item, to: Item): [from: Side, to: Side] {
  const below = to.y - (from.y + from.height)
  const above = from.y - (to.y + to.height)
  const right = to.x - (from.x + from.width)
  const left = from.x - (to.x + to.width)
  const room = 26
  if (below >= room) return ['bottom', 'top']
  if (above >= room) return ['top', 'bottom']
  if (right >= 0) return ['right', 'left']
  if (left >= 0) return ['left', 'right']
  if (below >= 0) return ['bottom', 'top']
  if (above >= 0) return ['top', 'bottom']
  // One contains the other, or both are the same.
  return holds(from, to) ? ['left', 'left'] : holds(to, from) ? ['left', 'left'] : ['right', 'right']
}

export const holds = (outer: Item, inner: Item): boolean => {
  for (let at = inner.parent; at; at = at.parent) if (at === outer) return true
  return false
}

/** Spreads ports along each side in the order of their targets, so that edges do not cross at the box. */
export function portsFor(wanted: readonly PortRequest[]): { from: Port; to: Port }[] {
  interface End {
    readonly item: Item
    readonly side: Side
    readonly other: Item
    readonly edge: number
    readonly start: boolean
  }
  const bySide = new Map<string, End[]>()
  wanted.forEach(({ connection: { from, to }, ...sides }, edge) => {
    for (const end of [
      { item: from, side: sides.from, other: to, edge, start: true },
      { item: to, side: sides.to, other: from, edge, start: false },
    ]) {
      const key = `${end.side} ${end.item.key}`
      const list = bySide.get(key)
      if (list) list.push(end)
      else bySide.set(key, [end])
    }
  })
  const ports = wanted.map(() => ({}) as { from: Port; to: Port })
  const neighbours = new Map<string, () => [before: number, after: number]>()
  for (const ends of bySide.values()) {
    const [{ item, side }] = ends as [End, ...End[]]
    const flat = side === 'top' || side === 'bottom'
    ends.sort((a, b) => towards(a.other, flat) - towards(b.other, flat) || a.edge - b.edge)
    const length = (flat ? item.width : item.height) - 2 * corner
    const step = Math.min(widest, length / Math.max(1, ends.length))
    const first = (flat ? item.x + item.width / 2 : item.y + item.height / 2) - (step * (ends.length - 1)) / 2
    ends.forEach(({ edge, start }, i) => {
      const along = Math.round(first + step * i)
      const port = ports[edge] as { from: Port; to: Port }
      port[start ? 'from' : 'to'] = at(item, side, along)
      const axis = flat ? 'x' : 'y'
      const beside = (end: End | undefined, none: number) =>
        end === undefined ? none : (ports[end.edge]?.[end.start ? 'from' : 'to'][axis] ?? none)
      neighbours.set(`${edge} ${start}`, () => [
        beside(ends[i - 1], -Infinity),
        beside(ends[i + 1], Infinity),
      ])
    })
  }
  ports.forEach((pair, edge) => {
    const connection = wanted[edge]?.connection
    const room = (start: boolean) => neighbours.get(`${edge} ${start}`)?.() ?? [0, 0]
    if (connection) straighten(pair, connection, room(true), room(false))
  })
  return ports
}

const towards = (item: Item, flat: boolean): number =>
  flat ? item.x + item.width / 2 : item.y + item.height / 2

function at(item: Item, side: Side, along: number): Port {
  const { x, y, width, height, shape, children } = item
  const flat = side === 'top' || side === 'bottom'
  const share = flat ? (along - x) / width : (along - y) / height
  const depth = children.length > 0 ? 0 : indent(shape, flat, share, width, height, side)
  switch (side) {
    case 'top':
      return { side, x: along, y: Math.round(y + depth) }
    case 'bottom':
      return { side, x: along, y: Math.round(y + height - depth) }
    case 'left':
      return { side, x: Math.round(x + depth), y: along }
    case 'right':
      return { side, x: Math.round(x + width - depth), y: along }
  }
}

type Room = readonly [before: number, after: number]

/** Straightens an edge: moves one port opposite the other, unless another port is in between. */
function straighten(
  pair: { from: Port; to: Port },
  { from, to }: DrawnEdge,
  fromRoom: Room,
  toRoom: Room,
): void {
  const flat = pair.from.side === 'top' || pair.from.side === 'bottom'
  if (flat !== (pair.to.side === 'top' || pair.to.side === 'bottom') || pair.from.side === pair.to.side)
    return
  const axis = flat ? 'x' : 'y'
  const apart = 9
  const fits = (item: Item, along: number, [before, after]: Room) => {
    const [start, length] = flat ? [item.x, item.width] : [item.y, item.height]
    const inside = along >= start + corner && along <= start + length - corner
    return inside && along >= before + apart && along <= after - apart
  }
  if (fits(to, pair.from[axis], toRoom)) pair.to = at(to, pair.to.side, pair.from[axis])
  else if (fits(from, pair.to[axis], fromRoom)) pair.from = at(from, pair.from.side, pair.to[axis])
}

/** Distance of the outline from its box at a fraction of a side. */
function indent(
  shape: Shape,
  flat: boolean,
  share: number,
  width: number,
  height: number,
  side: Side,
): number {
  const off = Math.min(1, Math.abs(share - 0.5) * 2)
  switch (shape) {
    case 'diamond':
      return (off * (flat ? height : width)) / 2
    case 'circle':
      return ((1 - Math.sqrt(1 - off * off)) * (flat ? height : width)) / 2
    case 'hexagon':
      return flat ? 0 : off * 18
    case 'parallelogram':
      return flat ? 0 : (side === 'left' ? 1 - share : share) * 18
    case 'cloud':
      if (side === 'bottom') return height * 0.03
      return flat ? off * off * height * 0.45 : 3 + Math.abs(share - 0.7) * 30
    case 'cylinder':
      return flat ? (1 - Math.sqrt(1 - off * off)) * 9 : 0
    default:
      return 0
  }
}
