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

/** Places the unit again, as often as that makes it better. */
export function tidy({ unit, wires }: Candidate, request: UnitRequest): void {
  if (wires.length > mostAligned) return
  if (wires.length > mostTidied) {
    alignBoxes(unit, crossingsOf(wires), request)
    return
  }
  let pulls: readonly Pull[] = []
  let figures = figuresOf(unit, wires)
  let attempts = Math.ceil(effort / Math.max(1, wires.length))
  let isStale = false
  const improves = (tried: readonly Pull[]): boolean => {
    if (attempts-- <= 0) return false
    const its = figuresOf(unit, placeUnit(unit, request, tried))
    isStale = isWorse(its, figures)
    if (!isStale) [pulls, figures] = [tried, its]
    return !isStale
  }
  const restore = (): void => {
    if (isStale) placeUnit(unit, request, pulls)
    isStale = false
  }
  // The order comes first: drawn from itself, a picture has the same order, and then the same boxes in line.
  for (const undo of scriptOrders(unit)) if (!improves(pulls)) undo()
  restore()
  const aligned = alignBoxes(unit, figures.crossings, request)
  if (aligned) [pulls, figures] = [aligned.pulls, figuresOf(unit, aligned.wires)]
  for (const twins of twinPulls(unit)) if (twins.some(isOff)) improves([...pulls, ...twins])
  restore()
  for (const pull of fanPulls(unit)) if (isOff(pull)) improves([...pulls, pull])
  restore()
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
function alignBoxes(unit: Unit, most: number, request: UnitRequest) {
  let aligned: { readonly pulls: Pull[]; readonly wires: readonly DrawnWire[] } | undefined
  for (let round = 0; round < mostRounds; round++) {
    const pulls = nearPairs(unit)
    if (!pulls.some(isOff)) break
    const wires = placeUnit(unit, request, pulls)
    if (crossingsOf(wires) > most) {
      placeUnit(unit, request, aligned?.pulls)
      break
    }
    aligned = { pulls, wires }
  }
  return aligned
}
