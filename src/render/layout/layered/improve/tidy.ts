/** The last improvements of a unit: the order of the script, and boxes in line. Each is kept if no figure gets worse by it. */

import { type Candidate, drawUnit, placeColumns } from '../phases.ts'
import type { Columns } from '../place/columns.ts'
import type { Pull } from '../place/pull.ts'
import type { DrawnWire } from '../route/draw-wires.ts'
import { crossingsOf } from '../route/drawn-crossings.ts'
import { sizeOf } from '../route/heights.ts'
import { isStraight } from '../route/tracks.ts'
import type { UnitRequest } from '../unit/request.ts'
import type { Unit } from '../unit/unit.ts'
import { fanPulls, isOff, nearPairs, twinPulls } from './pulls.ts'
import { scriptOrders } from './script-order.ts'

/** With more connections, placing a unit again takes too long: once or twice, and many times. */
const mostAligned = 200
const mostTidied = 40
/** Connections to place, over all attempts: what time allows. */
const effort = 2_000
/** How often all boxes that are nearly in line are moved, because that brings others near. */
const mostRounds = 2

/** Those of the columns, which are known first. */
interface ColumnFigures {
  readonly turns: number
  readonly unequal: number
}

interface Figures extends ColumnFigures {
  readonly crossings: number
  readonly area: number
  readonly nearMisses: number
}

interface Placing {
  readonly columns: Columns
  readonly pulls: readonly Pull[]
}

/** Places the unit again, as often as that makes it better. */
export function tidy(best: Candidate, request: UnitRequest): void {
  const { unit, wires } = best
  if (wires.length > mostAligned) return
  let kept: Placing = { columns: best.columns, pulls: [] }
  /** How the unit is placed now. */
  let drawn = kept
  if (wires.length > mostTidied) {
    align(crossingsOf(wires))
    return
  }
  let figures: Figures = { ...columnFigures(unit), ...figuresOf(unit, wires) }
  let attempts = Math.ceil(effort / Math.max(1, wires.length))
  // The order comes first: drawn from itself, a picture has the same order, and then the same boxes in line.
  for (const undo of scriptOrders(unit)) if (!improves([])) undo()
  restore()
  const aligned = align(figures.crossings)
  if (aligned) figures = { ...columnFigures(unit), ...figuresOf(unit, aligned) }
  for (const twins of twinPulls(unit))
    if (twins.some(isOff)) improves([...kept.pulls, ...twins], kept.columns)
  restore()
  for (const pull of fanPulls(unit)) if (isOff(pull)) improves([...kept.pulls, pull], kept.columns)
  restore()

  function place(pulls: readonly Pull[], columns?: Columns): void {
    drawn = { columns: placeColumns(unit, request, pulls, columns), pulls }
  }

  /** Keeps the pulls if no figure gets worse by them. @param columns only if all rows have the order that it was made for */
  function improves(pulls: readonly Pull[], columns?: Columns): boolean {
    if (attempts-- <= 0) return false
    place(pulls, columns)
    const columnsFigures = columnFigures(unit)
    if (isWorse(columnsFigures, figures)) return false
    const its = { ...columnsFigures, ...figuresOf(unit, drawUnit(unit, request)) }
    if (isWorse(its, figures)) return false
    kept = drawn
    figures = its
    return true
  }

  function restore(): void {
    if (drawn === kept) return
    placeColumns(unit, request, kept.pulls, kept.columns)
    drawUnit(unit, request)
    drawn = kept
  }

  /** Again while centres nearly meet; but not for a crossing. */
  function align(most: number): readonly DrawnWire[] | undefined {
    let latest: readonly DrawnWire[] | undefined
    for (let round = 0; round < mostRounds; round++) {
      const near = nearPairs(unit)
      if (!near.some(isOff)) break
      place(near, kept.columns)
      const redrawn = drawUnit(unit, request)
      if (crossingsOf(redrawn) > most) break
      kept = drawn
      latest = redrawn
    }
    restore()
    return latest
  }
}

const columnFigures = (unit: Unit): ColumnFigures => ({
  turns: unit.wires.reduce(
    (sum, { links }) => sum + links.filter((link) => !isStraight(link)).length,
    0,
  ),
  unequal: twinPulls(unit).flat().filter(isOff).length,
})

function figuresOf(unit: Unit, wires: readonly DrawnWire[]): Omit<Figures, keyof ColumnFigures> {
  const { width, height } = sizeOf(unit)
  return {
    crossings: crossingsOf(wires),
    area: width * height,
    nearMisses: nearPairs(unit).filter(isOff).length,
  }
}

const isWorse = <Known extends ColumnFigures>(its: Known, than: Known): boolean =>
  (Object.keys(its) as (keyof Known)[]).some((figure) => its[figure] > than[figure])
