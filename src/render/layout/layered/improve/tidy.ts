/**
 * The sixth phase, for the best candidate: the order of the script, and boxes in line. Each is kept if no figure gets worse by it. It
 * places and routes the unit again. topo has this from no paper.
 */
import type { Ordered } from '../order/row-order.ts'
import type { ColumnProgram } from '../place/column-program.ts'
import { columnProgram, placeColumns } from '../place/place.ts'
import { isStraight, type Placed } from '../place/placed.ts'
import type { Pull } from '../place/pull.ts'
import { crossingsOf } from '../route/drawn-crossings.ts'
import { sizeOf, type Tracked } from '../route/heights.ts'
import { chooseTracks, drawTracked, type Routed } from '../route/route.ts'
import { type Fan, fanPulls, isLopsided, isOff, nearPairs, twinPulls, wideFansOf } from './pulls.ts'
import { ScriptOrder } from './script-order.ts'

/** With more connections, placing a unit again takes too long: once or twice, and many times. */
const mostAligned = 200
const mostTidied = 40
/** Connections to place, over all attempts: what time allows. */
const effort = 2_000
/** How often all boxes that are nearly in line are moved, because that brings others near. */
const mostRounds = 2

/** Those of the columns, which are known first. */
interface ColumnFigures {
  /**
   * A hub that is not at the middle of many boxes counts like a turn: its only straight line is not
   * worth that.
   */
  readonly turns: number
  readonly unequal: number
}

interface Figures extends ColumnFigures {
  readonly crossings: number
  readonly area: number
  readonly nearMisses: number
}

/** A routed unit, and the program of its columns, which can be solved again with more pulls. */
export interface Solved {
  readonly program: ColumnProgram
  readonly routed: Routed
}

/** Places the unit again, as often as that makes it better. */
export function tidy(solved: Solved): Routed {
  const { length } = solved.routed.wires
  if (length > mostAligned) return solved.routed
  const tidying = new Tidying(solved)
  return length > mostTidied ? tidying.align() : tidying.run()
}

class Tidying {
  readonly #wideFans: readonly Fan[]
  #program: ColumnProgram
  #pulls: readonly Pull[] = []
  #best: Routed
  /** Those of the best columns, once they are needed. */
  #figures: Figures | undefined
  #attempts: number
  /** The columns that were tried last. */
  #latest: Placed

  constructor({ program, routed }: Solved) {
    this.#wideFans = wideFansOf(routed.unit)
    this.#program = program
    this.#best = routed
    this.#latest = routed
    this.#attempts = Math.ceil(effort / Math.max(1, routed.wires.length))
  }

  run(): Routed {
    // The order comes first: drawn from itself, a picture has the same order, and then the same boxes in line.
    new ScriptOrder(this.#best).improve((ordered) => this.#improvesInOrder(ordered))
    this.align()

    for (const twins of twinPulls(this.#best)) this.#tryPulls(twins)
    this.#latest = this.#best
    for (const pull of fanPulls(this.#best)) this.#tryPulls([pull])
    return this.#best
  }

  /** Again while centres nearly meet; but not for a crossing. */
  align(): Routed {
    const most = crossingsOf(this.#best.wires)
    for (let round = 0; round < mostRounds; round++) {
      const near = nearPairs(this.#best)
      if (!near.some((pull) => isOff(this.#best, pull))) break
      const routed = drawTracked(chooseTracks(placeColumns(this.#program, near)))
      if (crossingsOf(routed.wires) > most) break
      this.#best = routed
      this.#pulls = near
      this.#figures = undefined
    }
    this.#latest = this.#best
    return this.#best
  }

  #improvesInOrder(ordered: Ordered): boolean {
    return this.#improves(columnProgram(ordered), [])
  }

  #tryPulls(pulls: readonly Pull[]): void {
    if (pulls.some((pull) => isOff(this.#latest, pull)))
      this.#improves(this.#program, [...this.#pulls, ...pulls])
  }

  /** Keeps the pulls if no figure gets worse by them. */
  #improves(program: ColumnProgram, pulls: readonly Pull[]): boolean {
    if (this.#attempts-- <= 0) return false
    const best = this.#figures ?? figuresOf(this.#best, this.#columnFiguresOf(this.#best))
    this.#figures = best
    const tracked = chooseTracks(placeColumns(program, pulls))
    this.#latest = tracked
    const columnFigures = this.#columnFiguresOf(tracked)
    if (isWorse(columnFigures, best)) return false
    const routed = drawTracked(tracked)
    const figures = figuresOf(routed, columnFigures)
    if (isWorse(figures, best)) return false

    this.#program = program
    this.#pulls = pulls
    this.#best = routed
    this.#figures = figures
    return true
  }

  #columnFiguresOf(tracked: Tracked): ColumnFigures {
    const turning = tracked.unit.links.filter((link) => !isStraight(tracked, link))
    const lopsided = this.#wideFans.filter((fan) => isLopsided(tracked, fan))
    const unequal = twinPulls(tracked)
      .flat()
      .filter((pull) => isOff(tracked, pull))
    return { turns: turning.length + lopsided.length, unequal: unequal.length }
  }
}

function figuresOf(routed: Routed, columnFigures: ColumnFigures): Figures {
  const { width, height } = sizeOf(routed)
  return {
    ...columnFigures,
    crossings: crossingsOf(routed.wires),
    area: width * height,
    nearMisses: nearPairs(routed).filter((pull) => isOff(routed, pull)).length,
  }
}

const isWorse = <Known extends ColumnFigures>(its: Known, than: Known): boolean =>
  (Object.keys(its) as (keyof Known)[]).some((figure) => its[figure] > than[figure])
