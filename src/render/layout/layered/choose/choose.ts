/**
 * Runs the phases for several candidates, and chooses the best one: the rows of the script or of the ranks, and others that may read
 * better. topo has this from no paper.
 */
import { aspectFactor } from '../../../picture/aspect.ts'
import { boxIn, type Orientation, type Size, sizeIn } from '../../../picture/direction.ts'
import type { Box } from '../../../picture/picture.ts'
import type { Item } from '../../boxes/box-tree.ts'
import { putInLine } from '../improve/put-in-line.ts'
import { takeShortcuts } from '../improve/shortcuts.ts'
import { tidy } from '../improve/tidy.ts'
import { keepOrder, keptShare, orderRows } from '../order/order.ts'
import type { Ordered } from '../order/row-order.ts'
import { type Candidate, placeAndRoute, unitOf } from '../phases.ts'
import { leftBorderOf, rightBorderOf } from '../place/placed.ts'
import { estimatedSize } from '../rank/wires.ts'
import { type DrawnWire, turned } from '../route/draw-wires.ts'
import { placeAt, unitHeight } from '../route/heights.ts'
import type { Routed } from '../route/route.ts'
import type { RowStyle, UnitRequest } from '../unit/request.ts'
import type { Unit } from '../unit/unit.ts'
import { changedRows, hasEarlierRows } from './changed-rows.ts'
import { foldColumns } from './fold.ts'
import { crossingPrice, scoreOf } from './score.ts'
import { keptOrientation, startsOfColumns, stylesToTry } from './styles.ts'

/** With more connections, columns have by far the fewest crossings, so that nothing else is tried. */
const mostCompared = 100
/** Up to this factor from a wanted shape, an estimate may be right. */
const likelyAspect = 1.75
/** A candidate that moves more rows must be better by this, beside a share. */
const keptPrice = 5 * crossingPrice
/** One that moves fewer may be further from the wanted shape by this factor. */
const keptAspect = 1.25

/** The layout of a unit. */
export interface UnitLayout {
  /** The size of the outermost frame. */
  readonly size: Size
  readonly orientation: Orientation
  /** Positions of boxes, relative to their frames. */
  readonly boxes: ReadonlyMap<Item, Box>
  /** Relative to the unit. */
  readonly wires: readonly DrawnWire[]
  /** False if there are too many connections to draw them between boxes. */
  readonly isRouted: boolean
}

export function layoutUnit(request: UnitRequest): UnitLayout {
  const best = new Choice(request).best()
  const { isRouted } = best.routed.unit
  const routed = putInLine(isRouted ? tidy(best) : best.routed)
  return unitLayout(routed, takeShortcuts(routed))
}

class Choice {
  readonly #request: UnitRequest
  /** Another order or candidate is clearly better if what is kept has this many times its crossings. */
  readonly #clearly: number
  /** Rows that were tried, as text. */
  readonly #tried = new Set<string>()
  /** True if no other candidate can be better. */
  #isDone = false
  #best: Candidate | undefined

  constructor(request: UnitRequest) {
    this.#request = request
    this.#clearly = request.aspect === undefined ? keptShare : 1.6
  }

  best(): Candidate {
    const { orientation = 'down' } = this.#request
    const style: RowStyle = { isFolded: false, width: 1, orientation }
    const first = this.#try(style) as Candidate
    if (first.routed.unit.isRouted) this.#tryOthers(first, style)
    return this.#best as Candidate
  }

  #tryOthers(first: Candidate, style: RowStyle): void {
    if (this.#isDone) return
    const starts = startsOfColumns(this.#request, first.routed)
    const hasColumns = starts.length > 1
    if (!hasColumns || this.#request.connections.length <= mostCompared)
      this.#tryStyles(first, style)
    if (hasColumns) this.#keepIfBetter(placeAndRoute(foldColumns(first.routed, starts)), first)
  }

  #tryStyles(first: Candidate, style: RowStyle): void {
    const { routed } = first
    for (const other of stylesToTry(this.#request, { style, routed })) this.#try(other)
    const orientation = keptOrientation(this.#request, routed.unit)
    const best = this.#best as Candidate
    if (orientation && changedRows(best.routed) > 0)
      this.#try({ ...style, orientation, isKept: true })
  }

  /** Undefined if the candidate is not worth all phases. */
  #try(style: RowStyle): Candidate | undefined {
    const unit = unitOf(this.#request, style)
    const ordered = this.#ordered(unit, style)
    if (!ordered) return undefined
    const candidate = placeAndRoute(ordered)
    this.#keepIfBetter(candidate)
    return candidate
  }

  #ordered(unit: Unit, { isKept = false }: RowStyle): Ordered | undefined {
    if (hasEarlierRows(this.#request, unit)) {
      this.#isDone = true
      return keepOrder(unit)
    }
    const rows = rowsAsText(unit)
    if (this.#tried.has(rows)) return undefined
    this.#tried.add(rows)
    const best = this.#best
    if (best && !unit.isRouted) return undefined
    if (best && !isKept && !mayHaveAspect(unit, this.#request)) return undefined

    const { ordered, crossings } = orderRows(unit, this.#clearly)
    const isWorth =
      !best ||
      crossings * crossingPrice <= scoreOf(best.routed, this.#request) * this.#clearly + keptPrice
    return isWorth ? ordered : undefined
  }

  /** @param replaced a candidate that the other one replaces anyway */
  #keepIfBetter(candidate: Candidate, replaced?: Candidate): void {
    const best = this.#best
    if (!best || best === replaced || this.#isBetter(candidate.routed, best.routed))
      this.#best = candidate
  }

  /** Not for a small gain: diagrams stay put. */
  #isBetter(other: Routed, best: Routed): boolean {
    const more = changedRows(other)
    const less = changedRows(best)
    const otherScore = scoreOf(other, this.#request, more < less ? keptAspect : 1)
    const bestScore = scoreOf(best, this.#request, more > less ? keptAspect : 1)
    if (more < less) return otherScore < bestScore * this.#clearly + keptPrice
    if (more > less) return otherScore * this.#clearly + keptPrice < bestScore
    return otherScore < bestScore
  }
}

/** False if the rows of a candidate cannot have about the wanted shape: then its order is not worth its time. */
const mayHaveAspect = (unit: Unit, { aspect }: UnitRequest): boolean =>
  aspect === undefined || aspectFactor(estimatedSize(unit), aspect) <= likelyAspect

/** Two candidates with the same rows become the same picture. */
const rowsAsText = ({ frames, orientation }: Unit): string =>
  JSON.stringify([
    orientation,
    frames.map(({ rows }) => rows.map(({ entries }) => entries.map(({ item }) => item?.number))),
  ])

/** @param wires those with shortcuts */
function unitLayout(routed: Routed, wires: readonly DrawnWire[]): UnitLayout {
  const { root, frames, orientation } = routed.unit
  const boxes = new Map<Item, Box>()
  for (const frame of frames) {
    const left = leftBorderOf(routed, frame.item ? frame : root)
    const top = frame.item && frame.entry ? placeAt(routed, frame.entry).y : 0
    for (const entry of frame.rows.flatMap(({ entries }) => entries)) {
      if (!entry.item) continue
      const { x, y, width, height } = placeAt(routed, entry)
      boxes.set(entry.item, boxIn(orientation, { x: x - left, y: y - top, width, height }))
    }
  }
  const width = rightBorderOf(routed, root) - leftBorderOf(routed, root)
  return {
    size: sizeIn(orientation, { width, height: unitHeight(routed) }),
    orientation,
    boxes,
    wires: turned(orientation, wires),
    isRouted: routed.unit.isRouted,
  }
}
