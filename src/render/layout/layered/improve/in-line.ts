/** Moves boxes that are nearly in line until they are, where lines keep their turns and crossings. */
import { addTo } from '../../../../grouped.ts'
import type { BesideGap } from '../place/column-program.ts'
import { corner, portGap, type Range, slackOf, tiny } from '../place/even-columns.ts'
import {
  axisOf,
  copyOf,
  endOf,
  lowerXOf,
  moveEnd,
  type Placed,
  type PlacedDraft,
  upperXOf,
} from '../place/placed.ts'
import type { Pull } from '../place/pull.ts'
import type { Stacked } from '../route/heights.ts'
import type { Link, Slot } from '../unit/unit.ts'
import { fanPulls, isOff, nearly, nearPairs } from './pulls.ts'

const mostRounds = 4
/**
 * A hub moves at most this far, so that its pairs are known, and only if that is half of its way at
 * least.
 */
const mostFanned = 2 * nearly

export interface LinedUp {
  readonly placed: Placed
  /** True if ends of connections were moved, so that they need other tracks. */
  readonly hasMovedEnds: boolean
}

export const lineUp = (stacked: Stacked, besideGap: BesideGap): LinedUp =>
  new LineUp(stacked, besideGap).run()

class LineUp {
  readonly #draft: PlacedDraft
  readonly #besideGap: BesideGap
  readonly #pairs: readonly Pull[]
  readonly #pairsOf = new Map<Slot, Pull[]>()
  #hasMovedEnds = false

  constructor(stacked: Stacked, besideGap: BesideGap) {
    this.#draft = copyOf(stacked)
    this.#besideGap = besideGap
    this.#pairs = nearPairs(stacked, mostFanned + nearly)
    for (const pair of this.#pairs)
      for (const box of [pair.from, pair.to]) addTo(this.#pairsOf, box, pair)
  }

  run(): LinedUp {
    for (let round = 0, isBetter = true; isBetter && round < mostRounds; round++) {
      isBetter = false
      for (const pair of this.#pairs) if (this.#isMissed(pair) && this.#meet(pair)) isBetter = true
    }
    for (const { from, to, offset } of fanPulls(this.#draft))
      this.#approach(from, axisOf(this.#draft, to) - offset)
    return { placed: this.#draft, hasMovedEnds: this.#hasMovedEnds }
  }

  #isMissed(pair: Pull): boolean {
    const { from, to } = pair
    const distance = Math.abs(axisOf(this.#draft, from) - axisOf(this.#draft, to))
    return isOff(this.#draft, pair) && distance <= nearly
  }

  #missesOf(box: Slot): number {
    return this.#pairsOf.get(box)?.filter((pair) => this.#isMissed(pair)).length ?? 0
  }

  #move({ number }: Slot, x: number): void {
    this.#draft.axes[number] = x
  }

  /** @returns true if two boxes are in line now, and no more pairs are nearly so than before */
  #meet({ from, to }: Pull): boolean {
    const fromRange = this.#rangeOf(from)
    const toRange = this.#rangeOf(to)
    const low = Math.max(fromRange.low, toRange.low)
    const high = Math.min(fromRange.high, toRange.high)
    if (low > high) return false

    const before = this.#missesOf(from) + this.#missesOf(to)
    const fromX = axisOf(this.#draft, from)
    const toX = axisOf(this.#draft, to)
    for (const wish of [fromX, toX]) {
      const x = Math.min(Math.max(wish, low), high)
      this.#move(from, x)
      this.#move(to, x)
      if (this.#missesOf(from) + this.#missesOf(to) >= before) continue
      this.#keepEnds(from)
      this.#keepEnds(to)
      return true
    }
    this.#move(from, fromX)
    this.#move(to, toX)
    return false
  }

  #approach(box: Slot, wish: number): void {
    const x = axisOf(this.#draft, box)
    if (Math.abs(wish - x) > 2 * mostFanned) return
    const { low, high } = this.#rangeOf(box)
    const before = this.#missesOf(box)
    this.#move(box, Math.min(Math.max(wish, low, x - mostFanned), high, x + mostFanned))
    if (this.#missesOf(box) > before) this.#move(box, x)
    else this.#keepEnds(box)
  }

  /** Where the axis of a box may be. */
  #rangeOf(box: Slot): Range {
    let { low, high } = slackOf(this.#draft, box, this.#besideGap)
    const half = box.before - corner
    for (const link of [...box.ups, ...box.downs]) {
      const reach = reachOf(this.#draft, link, endOf(this.#draft, link, box))
      low = Math.max(low, reach.low - half)
      high = Math.min(high, reach.high + half)
    }
    const x = axisOf(this.#draft, box)
    return low <= x && x <= high ? { low, high } : { low: x, high: x }
  }

  /** Moves the ends of links that would be too near to a corner. */
  #keepEnds(box: Slot): void {
    const half = box.before - corner
    const axis = axisOf(this.#draft, box)
    for (const link of [...box.ups, ...box.downs]) {
      const x = endOf(this.#draft, link, box)
      const nearX = Math.min(Math.max(x, axis - half), axis + half)
      if (nearX !== x) this.#hasMovedEnds = true
      moveEnd(this.#draft, link, box, nearX)
    }
  }
}

/** Where the end of a link at x may be without another turn or crossing: between the next ends in its gutter. */
function reachOf(placed: Placed, link: Link, x: number): Range {
  const upperX = upperXOf(placed, link)
  const lowerX = lowerXOf(placed, link)
  if (upperX === lowerX || link.isTurn) return { low: x, high: x }
  let low = x - nearly
  let high = x + nearly
  const keepFrom = (other: number, gap: number) => {
    if (other <= x) low = Math.max(low, Math.min(x, other + gap))
    if (other >= x) high = Math.min(high, Math.max(x, other - gap))
  }

  keepFrom(upperX + lowerX - x, tiny)
  for (const other of link.gutter.links) {
    if (other === link) continue
    keepFrom(upperXOf(placed, other), portGap)
    keepFrom(lowerXOf(placed, other), portGap)
  }
  return { low, high }
}
