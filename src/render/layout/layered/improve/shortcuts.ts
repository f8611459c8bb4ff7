/** Gives wires fewer turns: one straight piece instead of several, where it is free and no wire gets another crossing. */

import { expand } from '../../../picture/geometry.ts'
import type { Point } from '../../../picture/picture.ts'
import { type Item, outwards } from '../../boxes/box-tree.ts'
import { Obstacles } from '../../boxes/obstacles.ts'
import { entriesOf } from '../order/row-order.ts'
import {
  axisOf,
  copyOf,
  leftBorderOf,
  leftSideOf,
  type PlacedDraft,
  rightBorderOf,
  rightSideOf,
} from '../place/placed.ts'
import { type DrawnWire, endAt } from '../route/draw-wires.ts'
import { rowHeight, rowTop } from '../route/heights.ts'
import type { Routed } from '../route/route.ts'
import { roomBeside, type Slot, type Wire } from '../unit/unit.ts'
import {
  apart,
  areTooNear,
  leavesAsBefore,
  piecesOfWire,
  reachOver,
  type Shortcut,
  shortcutsOf,
  type WirePiece,
} from './shortcut-pieces.ts'
import { overlap, type Solid, solidsOf } from './shortcut-solids.ts'

/** Pieces to try in a unit: no clock decides, so that the picture is always the same. */
const mostTries = 20_000
const mostRounds = 2
/** From a piece to the ends of those that it does not cross. */
const clear = 5
/** From a piece to boxes, texts and parallel borders. */
const beside = 8
/** From a port to the corner of its box: this distance, and this share of the side. */
const corner = { least: 12, share: 0.1 }

interface Route {
  readonly edge: number
  readonly stops: readonly Slot[]
  readonly lanes: readonly Lane[]
  /** It leads from a column to the next one, and need not pass all of their rows. */
  readonly isFolded: boolean
  points: readonly Point[]
  pieces: readonly WirePiece[]
  /** The text that stays on it. */
  readonly tag: DrawnWire['tag']
  /** The ends, and the frames around them. */
  readonly ends: readonly Item[]
  readonly around: ReadonlySet<Item>
}

/** A lane of a wire, and the row that it passes, from top to bottom. */
interface Lane {
  readonly slot: Slot
  /** Its neighbours in the row. */
  readonly left: Slot | undefined
  readonly right: Slot | undefined
  readonly top: number
  readonly bottom: number
}

/** Where a wire passes a row. */
interface Passage {
  readonly lane: Slot
  readonly x: number
}

/** The order in each row stays, so that a picture that starts from this one finds it again. */
export const takeShortcuts = (routed: Routed): DrawnWire[] => new ShortcutSearch(routed).run()

class ShortcutSearch {
  readonly #routed: Routed
  /** The columns of lanes, which move with their wires. */
  readonly #columns: PlacedDraft
  readonly #drawn: ReadonlyMap<number, DrawnWire>
  readonly #routes: readonly Route[]
  readonly #solids: Obstacles<Solid>
  /** The pieces of all wires, with those that are gone. */
  readonly #lines: Obstacles<WirePiece>
  #tries = 0
  #looks = 0

  constructor(routed: Routed) {
    const { unit, wires } = routed
    this.#routed = routed
    this.#columns = copyOf(routed)
    this.#drawn = new Map(wires.map((wire) => [wire.edge, wire]))
    this.#solids = Obstacles.of(solidsOf(routed))
    const lanes = lanesIn(routed)
    this.#routes = unit.wires.map((wire) =>
      routeOf(wire, this.#drawn.get(wire.edge) as DrawnWire, lanes),
    )

    const level = unit.beside.flatMap(({ edge }) =>
      piecesOfWire(this.#drawn.get(edge)?.points ?? [], edge),
    )
    this.#lines = Obstacles.of([...this.#routes.flatMap(({ pieces }) => pieces), ...level])
  }

  /** The wires with most turns come first. */
  run(): DrawnWire[] {
    const byTurns = this.#routes.toSorted((a, b) => b.points.length - a.points.length)

    for (let round = 0, isBetter = true; isBetter && round < mostRounds; round++) {
      isBetter = false
      for (const route of byTurns) while (this.#shorten(route)) isBetter = true
    }

    const wires = new Map(this.#drawn)
    for (const { edge, points, tag } of this.#routes)
      wires.set(edge, { edge, points: [...points], tag })
    return [...wires.values()]
  }

  /** Replaces as many pieces as possible by one. */
  #shorten(route: Route): boolean {
    for (const shortcut of shortcutsOf(route.pieces)) {
      if (++this.#tries > mostTries) return false
      if (this.#take(route, shortcut)) return true
    }
    return false
  }

  #take(route: Route, shortcut: Shortcut): boolean {
    const points = this.#pointsWith(route, shortcut)
    if (!points) return false

    // Those before and after stay.
    const { first, length } = shortcut
    const start = Math.max(0, first - 1)
    const end = first + length + 1
    const added = piecesOfWire(points.slice(start, first + 3), route.edge, start)
    const pieces = route.pieces.toSpliced(start, end - start, ...added)
    const passages = this.#passagesOf(route, pieces)
    if (!passages || !added.every((piece) => this.#isFree(piece, route))) return false
    const replaced = route.pieces.slice(start, end)
    if (!this.#crossesNoMore(added, replaced)) return false

    for (const piece of replaced) piece.isGone = true
    for (const piece of added) this.#lines.add(piece)
    for (const { lane, x } of passages) this.#columns.axes[lane.number] = x
    route.points = points
    route.pieces = pieces
    return true
  }

  /** Where it passes each row, if that is between the same neighbours as before; its text stays where it is. */
  #passagesOf(route: Route, pieces: readonly WirePiece[]): Passage[] | undefined {
    const passages: Passage[] = []

    for (const lane of route.lanes) {
      const hasTag = lane.slot.text !== undefined && route.tag !== undefined
      const piece = pieces.find((passing) => this.#passes(passing, lane, hasTag))
      if (piece) passages.push({ lane: lane.slot, x: piece.axis })
      else if (!route.isFolded || hasTag) return undefined
    }
    return passages
  }

  /** True if an upright piece leads from above a row to below it, where the lane may be. */
  #passes({ isUpright, low, high, axis }: WirePiece, lane: Lane, hasTag: boolean): boolean {
    if (!isUpright || low > lane.top || high < lane.bottom) return false
    if (axis === axisOf(this.#columns, lane.slot)) return true
    return !hasTag && this.#isBetween(lane, axis)
  }

  /** True if a lane would be between its neighbours. */
  #isBetween({ slot, left, right }: Lane, x: number): boolean {
    const { row, before, after } = slot
    const columns = this.#columns
    const least = left
      ? rightSideOf(columns, left) + before + apart
      : leftBorderOf(columns, row.frame)
    const most = right
      ? leftSideOf(columns, right) - after - apart
      : rightBorderOf(columns, row.frame)
    return x >= least && x <= most
  }

  /** True if no box, border or text is in the way. */
  #isFree(piece: WirePiece, route: Route): boolean {
    return !this.#solids.some(expand(piece, beside), (solid) => isInTheWay(solid, piece, route))
  }

  #crossesNoMore(added: readonly WirePiece[], replaced: readonly WirePiece[]): boolean {
    const crossings = this.#crossingsOf(added, true)
    return crossings !== undefined && crossings <= (this.#crossingsOf(replaced, false) ?? 0)
  }

  /** Undefined if a new piece is too near to another wire. */
  #crossingsOf(pieces: readonly WirePiece[], isNew: boolean): number | undefined {
    let sum = 0

    for (const piece of pieces) {
      this.#looks++
      const isTooNear = this.#lines.some(expand(piece, apart), (other) => {
        if (other.isGone || other.edge === piece.edge) return false
        if (other.lastLook === this.#looks) return false
        other.lastLook = this.#looks
        if (other.isUpright === piece.isUpright) return isNew && areTooNear(piece, other)

        const reach = reachOver(piece, other)
        if (reach > 0) sum++
        return isNew && Math.abs(reach) < clear
      })
      if (isTooNear) return undefined
    }
    return sum
  }

  /** Undefined if an end of the wire does not allow it. */
  #pointsWith({ points, stops }: Route, { first, length, axis }: Shortcut): Point[] | undefined {
    const last = points.length - 1
    const next = first + length
    const isUpright = first % 2 === 0
    const shifted = ({ x, y }: Point): Point => (isUpright ? { x: axis, y } : { x, y: axis })
    const p = points[first] as Point
    const q = points[next] as Point

    const isStart = first === 0
    const start = isStart ? this.#portAt(stops[0] as Slot, p, points[1] as Point, axis) : shifted(p)
    const isEnd = next === last
    const end = isEnd
      ? this.#portAt(stops.at(-1) as Slot, q, points[last - 1] as Point, axis)
      : shifted(q)
    if (!start || !end) return undefined

    const shorter = points.toSpliced(first, length + 1, start, end)
    return leavesAsBefore(points, shorter) ? shorter : undefined
  }

  /** The end of a wire at another place of the same side of its box. */
  #portAt(slot: Slot, end: Point, next: Point, x: number): Point | undefined {
    if (x === end.x) return end
    const left = leftSideOf(this.#columns, slot)
    const right = rightSideOf(this.#columns, slot) - roomBeside(slot)
    const fromCorner = Math.max(corner.least, corner.share * (right - left))
    if (x < left + fromCorner || x > right - fromCorner) return undefined
    return endAt(this.#routed, slot, x, next.y > end.y ? 'bottom' : 'top')
  }
}

function routeOf(
  { edge, stops, links, connection }: Wire,
  { points, tag }: DrawnWire,
  lanes: ReadonlyMap<Slot, Lane>,
): Route {
  const { from, to } = connection
  return {
    edge,
    stops,
    lanes: stops.flatMap((stop) => lanes.get(stop) ?? []),
    isFolded: links.some(({ isOver }) => isOver),
    points,
    tag,
    pieces: piecesOfWire(points, edge),
    ends: [from, to],
    around: new Set([...outwards(from), ...outwards(to)]),
  }
}

function lanesIn(routed: Routed): Map<Slot, Lane> {
  const lanes = new Map<Slot, Lane>()
  for (const row of routed.unit.rows) {
    const top = rowTop(routed, row)
    const bottom = top + rowHeight(routed, row)
    const entries = entriesOf(routed, row)
    for (const [index, slot] of entries.entries()) {
      if (slot.kind !== 'lane') continue
      lanes.set(slot, { slot, left: entries[index - 1], right: entries[index + 1], top, bottom })
    }
  }
  return lanes
}

function isInTheWay(solid: Solid, piece: WirePiece, { edge, ends, around }: Route): boolean {
  const { item } = solid
  if (item === undefined) return solid.edge !== edge
  if (!around.has(item)) return true
  if (item.children.length === 0 || ends.includes(item)) return overlap(piece, solid)

  const start = piece.isUpright ? solid.x : solid.y
  const size = piece.isUpright ? solid.width : solid.height
  const isNearStart = Math.abs(piece.axis - start) < beside
  const isNearEnd = Math.abs(piece.axis - start - size) < beside
  return isNearStart || isNearEnd
}
