/** Moves boxes that are nearly in line until they are, where lines keep their turns and crossings. */
import { addTo } from '../../../../grouped.ts'
import { corner, portGap, slackOf, tiny } from '../place/finish-columns.ts'
import type { Pull } from '../place/pull.ts'
import { type Link, moveEnd, type Slot, type Unit, xAt } from '../unit/unit.ts'
import { fanPulls, isOff, nearly, nearPairs } from './pulls.ts'

const mostRounds = 4
/** A box that fans out moves at most this far, so that its pairs are known. */
const mostFanned = 2 * nearly

/** @returns true if ends of connections were moved, so that they need other tracks */
export function lineUp(unit: Unit, besideGap: (left: Slot) => number): boolean {
  const pairs = nearPairs(unit, mostFanned + nearly)
  const byBox = new Map<Slot, Pull[]>()
  for (const pair of pairs) for (const box of [pair.from, pair.to]) addTo(byBox, box, pair)
  const missesOf = (box: Slot) => byBox.get(box)?.filter(isMissed).length ?? 0
  let hasMovedEnds = false
  for (let round = 0, isBetter = true; isBetter && round < mostRounds; round++) {
    isBetter = false
    for (const pair of pairs) if (isMissed(pair) && meet(pair)) isBetter = true
  }
  for (const { from, to, offset } of fanPulls(unit))
    if (from.kind === 'box') approach(from, to.x - offset)
  return hasMovedEnds

  function meet({ from, to }: Pull): boolean {
    const ranges = [rangeOf(from), rangeOf(to)]
    const low = Math.max(...ranges.map(([least]) => least))
    const high = Math.min(...ranges.map(([, most]) => most))
    const before = missesOf(from) + missesOf(to)
    const fromX = from.x
    const toX = to.x
    for (const wish of low <= high ? [fromX, toX] : []) {
      from.x = Math.min(Math.max(wish, low), high)
      to.x = from.x
      if (missesOf(from) + missesOf(to) >= before) continue
      keepEnds(from)
      keepEnds(to)
      return true
    }
    from.x = fromX
    to.x = toX
    return false
  }

  function approach(box: Slot, wish: number): void {
    const [low, high] = rangeOf(box)
    const was = box.x
    const before = missesOf(box)
    box.x = Math.min(Math.max(wish, low, was - mostFanned), high, was + mostFanned)
    if (missesOf(box) > before) box.x = was
    else keepEnds(box)
  }

  /** Where the axis of a box may be. */
  function rangeOf(box: Slot): [low: number, high: number] {
    let [low, high] = slackOf(box, unit, besideGap)
    const half = box.before - corner
    for (const link of [...box.ups, ...box.downs]) {
      const [left, right] = reachOf(link, xAt(link, box))
      low = Math.max(low, left - half)
      high = Math.min(high, right + half)
    }
    return low <= box.x && box.x <= high ? [low, high] : [box.x, box.x]
  }

  /** Moves the ends of links that would be too near to a corner. */
  function keepEnds(box: Slot): void {
    const half = box.before - corner
    for (const link of [...box.ups, ...box.downs]) {
      const x = xAt(link, box)
      const kept = Math.min(Math.max(x, box.x - half), box.x + half)
      if (kept !== x) hasMovedEnds = true
      moveEnd(link, box, kept)
    }
  }
}

/** Where the end of a link at x may be without another turn or crossing: between the next ends in its gutter. */
function reachOf(link: Link, x: number): [low: number, high: number] {
  const { upperX, lowerX, isTurn, gutter } = link
  if (upperX === lowerX || isTurn) return [x, x]
  const across = upperX + lowerX - x
  let low = x - nearly
  let high = x + nearly
  const keepFrom = (other: number, gap: number) => {
    if (other <= x) low = Math.max(low, Math.min(x, other + gap))
    if (other >= x) high = Math.min(high, Math.max(x, other - gap))
  }
  keepFrom(across, tiny)
  for (const other of gutter.links)
    if (other !== link) for (const end of [other.upperX, other.lowerX]) keepFrom(end, portGap)
  return [low, high]
}

const isMissed = (pair: Pull): boolean => isOff(pair) && Math.abs(pair.from.x - pair.to.x) <= nearly
