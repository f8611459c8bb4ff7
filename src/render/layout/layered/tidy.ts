/** The last improvements of a unit: the order of the script, and boxes in line. Each is kept if no figure gets worse by it. */
import type { UnitRequest } from './build.ts'
import type { DrawnWire } from './draw-wires.ts'
import type { Unit } from './model.ts'
import { type Candidate, placeUnit } from './phases.ts'
import { fanPulls, isOff, nearPairs, type Pull, twinPulls } from './pulls.ts'
import { crossingsOf, sizeOf } from './score.ts'
import { scriptOrders } from './script-order.ts'

/** With more connections, placing a unit again takes too long: once or twice, and many times. */
const mostAligned = 200
const mostTidied = 40
/** Connections to place, over all attempts: what time allows. */
const effort = 2_000
/** How often all boxes that are nearly in line are moved, because that brings others near. */
const mostRounds = 2

interface Figures {
  readonly crossings: number
  readonly bends: number
  readonly area: number
  readonly nearMisses: number
  readonly unequal: number
}

export function tidy({ unit, wires }: Candidate, request: UnitRequest): readonly DrawnWire[] {
  if (wires.length > mostAligned) return wires
  if (wires.length > mostTidied) return alignBoxes(unit, wires, request)[0]
  let [best, pulls] = [wires, [] as readonly Pull[]]
  let figures = figuresOf(unit, best)
  let attempts = Math.ceil(effort / Math.max(1, wires.length))
  let isStale = false
  const improves = (tried: readonly Pull[]): boolean => {
    if (attempts-- <= 0) return false
    const drawn = placeUnit(unit, request, tried)
    const its = figuresOf(unit, drawn)
    isStale = isWorse(its, figures)
    if (!isStale) [best, pulls, figures] = [drawn, tried, its]
    return !isStale
  }
  const restore = (): void => {
    if (isStale) best = placeUnit(unit, request, pulls)
    isStale = false
  }
  // The order comes first: drawn from itself, a picture has the same order, and then the same boxes in line.
  for (const undo of scriptOrders(unit)) if (!improves(pulls)) undo()
  restore()
  ;[best, pulls] = alignBoxes(unit, best, request)
  figures = figuresOf(unit, best)
  for (const twins of twinPulls(unit)) if (twins.some(isOff)) improves([...pulls, ...twins])
  for (const find of [fanPulls, nearPairs]) {
    restore()
    for (const pull of find(unit)) if (isOff(pull)) improves([...pulls, pull])
  }
  restore()
  return best
}

const figuresOf = (unit: Unit, wires: readonly DrawnWire[]): Figures => {
  const { width, height } = sizeOf(unit)
  return {
    crossings: crossingsOf(wires),
    bends: wires.reduce((sum, { points }) => sum + points.length - 2, 0),
    area: width * height,
    nearMisses: nearPairs(unit).filter(isOff).length,
    unequal: twinPulls(unit).flat().filter(isOff).length,
  }
}

const isWorse = (its: Figures, than: Figures): boolean =>
  (Object.keys(its) as (keyof Figures)[]).some((figure) => its[figure] > than[figure])

/** Again while centres nearly meet; but not for a crossing. */
function alignBoxes(
  unit: Unit,
  wires: readonly DrawnWire[],
  request: UnitRequest,
): [readonly DrawnWire[], readonly Pull[]] {
  let [best, pulls] = [wires, [] as readonly Pull[]]
  for (let round = 0; round < mostRounds; round++) {
    const next = nearPairs(unit)
    if (!next.some(isOff)) break
    const aligned = placeUnit(unit, request, next)
    if (crossingsOf(aligned) > crossingsOf(wires)) return [placeUnit(unit, request, pulls), pulls]
    best = aligned
    pulls = next
  }
  return [best, pulls]
}
