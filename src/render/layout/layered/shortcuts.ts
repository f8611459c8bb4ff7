/** Gives wires fewer turns: one straight piece instead of several, where it is free and no wire gets another crossing. */

import { boxIn } from '../../picture/direction.ts'
import { expand } from '../../picture/geometry.ts'
import type { Box, Point } from '../../picture/picture.ts'
import { badgeOf, titleOf } from '../boxes/box-texts.ts'
import { type Item, outwards } from '../boxes/box-tree.ts'
import { Obstacles } from '../boxes/obstacles.ts'
import { boxAt, type DrawnWire, endAt } from './draw-wires.ts'
import { leftSideOf, rightSideOf, roomBeside, rowsOf, type Slot, type Unit } from './model.ts'

/** Pieces to try in a unit: no clock decides, so that the picture is always the same. */
const mostTries = 20_000
const mostRounds = 2
/** Where to try a piece between others, as shares of their distance. */
const between = [0.25, 0.5, 0.75]
/** From a piece to parallel ones, and to the ends of those that it does not cross. */
const apart = 7
const clear = 5
/** From a piece to boxes, texts and parallel borders. */
const beside = 8
/** From a port to the corner of its box: this distance, and this share of the side. */
const corner = { least: 12, share: 0.1 }
/** From a box to the first turn. */
const stub = 14

interface Route {
  readonly edge: number
  readonly stops: readonly Slot[]
  /** It leads from a column to the next one, and need not pass all of their rows. */
  readonly isFolded: boolean
  points: readonly Point[]
  pieces: readonly Piece[]
  /** The text that stays on it. */
  readonly tag: DrawnWire['tag']
  /** The ends, and the frames around them. */
  readonly ends: readonly Item[]
  readonly around: ReadonlySet<Item>
}

/** A straight piece of a wire: upright and level ones take turns, from an upright one on. */
interface Piece extends Box {
  readonly edge: number
  readonly isUpright: boolean
  /** Its x if it is upright, else its y. */
  readonly at: number
  readonly low: number
  readonly high: number
  isGone: boolean
  /** The number of the last look at it. */
  seen: number
}

interface Solid extends Box {
  readonly item: Item | undefined
  /** The connection whose text it is. */
  readonly edge: number | undefined
}

/** The order in each row stays, so that a picture that starts from this one finds it again. */
export function takeShortcuts(unit: Unit, drawn: readonly DrawnWire[]): DrawnWire[] {
  const byEdge = new Map(drawn.map((one) => [one.edge, one]))
  const solids = Obstacles.of(solidsOf(unit, drawn))
  const neighbours = neighboursIn(unit)
  const routes = unit.wires.map(({ edge, stops, links, connection: { from, to } }): Route => {
    const { points, tag } = byEdge.get(edge) as DrawnWire
    const around = new Set([...outwards(from), ...outwards(to)])
    const isFolded = links.some(({ isOver }) => isOver)
    return {
      edge,
      stops,
      isFolded,
      points,
      tag,
      pieces: piecesOf(points, edge),
      ends: [from, to],
      around,
    }
  })
  const level = unit.beside.flatMap(({ edge }) => piecesOf(byEdge.get(edge)?.points ?? [], edge))
  const lines = Obstacles.of([...routes.flatMap(({ pieces }) => pieces), ...level])
  let tries = 0
  let looks = 0

  const byTurns = routes.toSorted((a, b) => b.points.length - a.points.length)
  for (let round = 0, isBetter = true; isBetter && round < mostRounds; round++) {
    isBetter = false
    for (const route of byTurns) while (shorten(route)) isBetter = true
  }
  for (const { edge, points, tag } of routes) byEdge.set(edge, { edge, points: [...points], tag })
  return [...byEdge.values()]

  /** Replaces as many pieces as possible by one. */
  function shorten(route: Route): boolean {
    const { pieces } = route
    for (let length = pieces.length - 1 + (pieces.length % 2); length >= 3; length -= 2)
      for (let first = 0; first + length <= pieces.length; first++)
        for (const at of placesIn(pieces, first, length)) {
          if (++tries > mostTries) return false
          if (replace(route, first, length, at)) return true
        }
    return false
  }

  function replace(route: Route, first: number, length: number, at: number): boolean {
    const { pieces, edge } = route
    const points = pointsWith(route, first, length, at)
    if (!points) return false
    const left = Math.max(0, first - 1)
    const right = first + length + 1
    // Those before and after stay.
    const made = piecesOf(points.slice(left, first + 3), edge, left)
    const all = [...pieces.slice(0, left), ...made, ...pieces.slice(right)]
    const passed = passedRows(route, all)
    if (!passed || !made.every((piece) => isFree(piece, route))) return false
    const old = pieces.slice(left, right)
    const crossings = crossingsOf(made, true)
    if (crossings === undefined || crossings > (crossingsOf(old, false) ?? 0)) return false
    for (const piece of old) piece.isGone = true
    for (const piece of made) lines.add(piece)
    for (const [lane, x] of passed) lane.x = x
    Object.assign(route, { points, pieces: all })
    return true
  }

  /** Where it passes each row, if that is between the same neighbours as before; its text stays where it is. */
  function passedRows(
    { stops, tag, isFolded }: Route,
    pieces: readonly Piece[],
  ): [Slot, number][] | undefined {
    const passed: [Slot, number][] = []
    for (const lane of stops) {
      if (lane.kind !== 'lane') continue
      const { row, text, x } = lane
      const bottom = row.top + row.height
      const piece = pieces.find(
        ({ isUpright, at, low, high }) =>
          isUpright &&
          low <= row.top &&
          high >= bottom &&
          (at === x || (!(text && tag) && isBetween(lane, at))),
      )
      if (piece) passed.push([lane, piece.at])
      else if (!isFolded || (text && tag)) return undefined
    }
    return passed
  }

  /** True if a lane would be between its neighbours. */
  function isBetween(lane: Slot, at: number): boolean {
    const { row, before, after } = lane
    const [low, high] = neighbours.get(lane) as readonly [Slot | undefined, Slot | undefined]
    const least = low ? rightSideOf(low) + before + apart : row.frame.left
    const most = high ? leftSideOf(high) - after - apart : row.frame.right
    return at >= least && at <= most
  }

  /** True if no box, border or text is in the way. */
  function isFree(piece: Piece, { edge, ends, around }: Route): boolean {
    return !solids.some(expand(piece, beside), (solid) => {
      const { item } = solid
      if (item === undefined) return solid.edge !== edge
      if (!around.has(item)) return true
      if (item.children.length === 0 || ends.includes(item)) return overlap(piece, solid)
      const [start, size] = piece.isUpright ? [solid.x, solid.width] : [solid.y, solid.height]
      return Math.abs(piece.at - start) < beside || Math.abs(piece.at - start - size) < beside
    })
  }

  /** Undefined if a new piece is too near to another wire. */
  function crossingsOf(own: readonly Piece[], isNew: boolean): number | undefined {
    let sum = 0
    for (const piece of own) {
      looks++
      const isTooNear = lines.some(expand(piece, apart), (other) => {
        if (other.isGone || other.edge === piece.edge || other.seen === looks) return false
        other.seen = looks
        if (other.isUpright === piece.isUpright)
          return (
            isNew &&
            Math.abs(other.at - piece.at) < apart &&
            other.low < piece.high + apart &&
            piece.low < other.high + apart
          )
        const reach = Math.min(
          Math.min(other.at - piece.low, piece.high - other.at),
          Math.min(piece.at - other.low, other.high - piece.at),
        )
        if (reach > 0) sum++
        return isNew && Math.abs(reach) < clear
      })
      if (isTooNear) return undefined
    }
    return sum
  }

  /** Undefined if an end of the wire does not allow it. */
  function pointsWith(
    route: Route,
    first: number,
    length: number,
    at: number,
  ): Point[] | undefined {
    const { points, stops } = route
    const last = points.length - 1
    const shifted = ({ x, y }: Point): Point => (first % 2 === 0 ? { x: at, y } : { x, y: at })
    const p = points[first] as Point
    const q = points[first + length] as Point
    const start = first === 0 ? portAt(stops[0] as Slot, p, points[1] as Point, at) : shifted(p)
    const end =
      first + length === last
        ? portAt(stops.at(-1) as Slot, q, points[last - 1] as Point, at)
        : shifted(q)
    if (!start || !end) return undefined
    const made = [...points.slice(0, first), start, end, ...points.slice(first + length + 1)]
    return leadsAway(points, made, 0, 1) && leadsAway(points, made, -1, -2) ? made : undefined
  }

  /** The end of a wire at another place of the same side of its box. */
  function portAt(entry: Slot, end: Point, next: Point, at: number): Point | undefined {
    if (at === end.x) return end
    const left = leftSideOf(entry)
    const right = rightSideOf(entry) - roomBeside(entry)
    const least = Math.max(corner.least, corner.share * (right - left))
    if (at < left + least || at > right - least) return undefined
    return endAt(entry, at, next.y > end.y ? 'bottom' : 'top', unit)
  }
}

function solidsOf(unit: Unit, drawn: readonly DrawnWire[]): Solid[] {
  const { direction, root } = unit
  const entries = [...rowsOf(unit)].flatMap(({ entries }) => entries)
  const boxes = entries.flatMap((entry) =>
    entry.item ? [{ item: entry.item, box: boxAt(entry), beside: roomBeside(entry) }] : [],
  )
  if (root.item)
    boxes.push({
      item: root.item,
      box: { ...root.item, x: root.left, y: 0, width: root.right - root.left, height: root.height },
      beside: 0,
    })
  return [
    ...boxes.flatMap(({ item, box, beside }) => {
      const shown = boxIn(direction, box)
      const texts = [...badgeOf(shown), ...(shown.children.length > 0 ? [titleOf(shown)] : [])]
      return [
        solid({ ...box, width: box.width + beside }, item),
        ...texts.map((text) => solid(boxIn(direction, text))),
      ]
    }),
    ...drawn.flatMap(({ edge, tag }) => (tag ? [solid(tag, undefined, edge)] : [])),
  ]
}

const solid = ({ x, y, width, height }: Box, item?: Item, edge?: number): Solid => {
  return { x, y, width, height, item, edge }
}

function neighboursIn(unit: Unit): Map<Slot, readonly [Slot | undefined, Slot | undefined]> {
  const found = new Map<Slot, readonly [Slot | undefined, Slot | undefined]>()
  for (const { entries } of rowsOf(unit))
    for (const [at, entry] of entries.entries())
      if (entry.kind === 'lane') found.set(entry, [entries[at - 1], entries[at + 1]])
  return found
}

const overlap = (a: Box, b: Box): boolean =>
  a.x + 1 < b.x + b.width &&
  b.x + 1 < a.x + a.width &&
  a.y + 1 < b.y + b.height &&
  b.y + 1 < a.y + a.height

/** @param first the number of the first piece in its wire */
const piecesOf = (points: readonly Point[], edge: number, first = 0): Piece[] =>
  points.slice(1).map((q, index) => {
    const p = points[index] as Point
    const isUpright = (first + index) % 2 === 0
    const x = Math.min(p.x, q.x)
    const y = Math.min(p.y, q.y)
    const width = Math.abs(p.x - q.x)
    const height = Math.abs(p.y - q.y)
    const low = isUpright ? y : x
    const at = isUpright ? x : y
    const high = low + width + height
    return { x, y, width, height, edge, isUpright, at, low, high, isGone: false, seen: 0 }
  })

/** Where one piece may run instead of several: first where one of them runs, then between them. */
function placesIn(pieces: readonly Piece[], first: number, length: number): Set<number> {
  const places: number[] = []
  for (let index = first; index < first + length; index += 2)
    places.push((pieces[index] as Piece).at)
  const low = Math.min(...places)
  const high = Math.max(...places)
  return new Set([...places, ...between.map((share) => Math.round(low + (high - low) * share))])
}

/** True if a wire leaves its box as before, and far enough for a tip. */
function leadsAway(
  before: readonly Point[],
  after: readonly Point[],
  end: number,
  next: number,
): boolean {
  const lengthOf = (points: readonly Point[]) =>
    (points.at(next)?.y ?? 0) - (points.at(end)?.y ?? 0)
  const was = lengthOf(before)
  const is = lengthOf(after)
  return Math.sign(was) === Math.sign(is) && Math.abs(is) >= Math.min(stub, Math.abs(was))
}
