/**
 * The sixth phase, for the best candidate: the order of the script, and boxes in line. Each is kept if no figure gets worse by it. It
 * places and routes the unit again. topo has this from no paper.
 */
import type { Ordered, RowEntries } from '../order/row-order.ts'
import type { ColumnProgram } from '../place/column-program.ts'
import { columnProgram, placeColumns } from '../place/place.ts'
import { isStraight, type Placed } from '../place/placed.ts'
import type { Pull } from '../place/pull.ts'
import { crossingsOf } from '../route/drawn-crossings.ts'
import { type Stacked, sizeOf, stackRows, type Tracked } from '../route/heights.ts'
import { chooseTracks, drawStacked, drawTracked, type Routed } from '../route/route.ts'
import {
  type Fan,
  fanPulls,
  isLopsided,
  isOff,
  nearPairs,
  type Twins,
  twinPulls,
  twinsIn,
  wideFansOf,
} from './pulls.ts'
import { ScriptOrder } from './script-order.ts'

/** With more connections, placing a unit again takes too long: once or twice, and many times. */
const mostAligned = 200
const mostTidied = 40
/** Connections to place, over all attempts: what time allows. */
const effort = 2_000
/** How often all boxes that are nearly in line are moved, because that brings others near. */
const mostRounds = 2

/** In the order in which they are known: a picture is drawn only if none of the others is worse. */
interface Figures {
  /** Frames that are not like their twins. */
  readonly unequal: number
  /**
   * A hub that is not at the middle of many boxes counts like a turn: its only straight line is not
   * worth that.
   */
  readonly turns: number
  readonly area: number
  readonly nearMisses: number
  readonly crossings: number
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
  /** Those of the order that was tried last. */
  #twins: readonly Twins[] = []
  #twinOrder: RowEntries | undefined

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

    for (const pulls of this.#twinPullsOf(this.#best)) this.#tryPulls(pulls)
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
      const routed = drawTracked(chooseTracks(placeColumns(this.#program, near), this.#best))
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
    this.#figures ??= this.#figuresOf(this.#best)
    const placed = placeColumns(program, pulls)
    this.#latest = placed
    const better = this.#routeIfNoWorse(placed, this.#figures)
    if (!better) return false

    this.#program = program
    this.#pulls = pulls
    this.#best = better.routed
    this.#figures = better.figures
    return true
  }

  /** Computes one figure after the other, and stops at the first that is worse. */
  #routeIfNoWorse(placed: Placed, best: Figures): Measured | undefined {
    // Tracks move ends of lines, but no box: so this is known before them.
    const unequal = this.#unequalIn(placed)
    if (unequal > best.unequal) return undefined
    const tracked = chooseTracks(placed, this.#best)
    const turns = this.#turnsIn(tracked)
    if (turns > best.turns) return undefined

    const stacked = stackRows(tracked)
    const area = areaOf(stacked)
    if (area > best.area) return undefined
    const nearMisses = nearMissesIn(stacked)
    if (nearMisses > best.nearMisses) return undefined

    const routed = drawStacked(stacked)
    const crossings = crossingsOf(routed.wires)
    if (crossings > best.crossings) return undefined
    return { routed, figures: { unequal, turns, area, nearMisses, crossings } }
  }

  #figuresOf(routed: Routed): Figures {
    return {
      unequal: this.#unequalIn(routed),
      turns: this.#turnsIn(routed),
      area: areaOf(routed),
      nearMisses: nearMissesIn(routed),
      crossings: crossingsOf(routed.wires),
    }
  }

  #unequalIn(placed: Placed): number {
    const pulls = this.#twinPullsOf(placed).flat()
    return pulls.filter((pull) => isOff(placed, pull)).length
  }

  #turnsIn(tracked: Tracked): number {
    const turning = tracked.unit.links.filter((link) => !isStraight(tracked, link))
    const lopsided = this.#wideFans.filter((fan) => isLopsided(tracked, fan))
    return turning.length + lopsided.length
  }

  #twinPullsOf(placed: Placed): Pull[][] {
    if (placed.entries !== this.#twinOrder) {
      this.#twins = twinsIn(placed)
      this.#twinOrder = placed.entries
    }
    return this.#twins.flatMap((twins) => twinPulls(placed, twins))
  }
}

/** Columns that are routed, because no figure is worse than before. */
interface Measured {
  readonly routed: Routed
  readonly figures: Figures
}

function areaOf(stacked: Stacked): number {
  const { width, height } = sizeOf(stacked)
  return width * height
}

const nearMissesIn = (stacked: Stacked): number =>
  nearPairs(stacked).filter((pull) => isOff(stacked, pull)).length
