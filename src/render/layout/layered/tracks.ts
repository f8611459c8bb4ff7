/** Gives every link that changes its column a horizontal track between two rows, in the order with the fewest crossings. */
import { type Gutter, type Link, rowsOf, type Unit } from './model.ts'

/** Vertical lines that are closer than this would look like one. */
export const near = 4
/** Price of a line on another one, in crossings. */
const onEachOther = 1000

interface Net {
  readonly link: Link
  readonly low: number
  readonly high: number
  /** Columns in which it comes from the row above, and leads to the row below. */
  readonly above: readonly number[]
  readonly below: readonly number[]
  /** Its horizontal piece has a text. */
  readonly hasText: boolean
  track: number
}

/** @returns pairs of links of which the first one ends on the second one, whichever track they have */
export function assignTracks(unit: Unit): [Link, Link][] {
  const conflicts: [Link, Link][] = []
  for (const { gutter } of rowsOf(unit)) {
    const nets = gutter.links.filter((link) => !isStraight(link)).map(netOf)
    gutter.tracks = 0
    inGutter(gutter, nets)
    for (const a of nets)
      for (const b of nets) if (a.track < b.track && meets(a, b)) conflicts.push([a.link, b.link])
  }
  return conflicts
}

const meets = (a: Net, b: Net): boolean =>
  a.below.some((x) => b.above.some((other) => Math.abs(other - x) < near))

export const isStraight = ({ isTurn, upperX, lowerX }: Link): boolean =>
  !isTurn && upperX === lowerX

function inGutter(gutter: Gutter, nets: Net[]): void {
  const sorted = sortNets(nets)
  sorted.forEach((net, at) => {
    let track = 0
    const taken = new Set<number>()
    for (let i = 0; i < at; i++) {
      const other = sorted[i] as Net
      if (!touch(net, other)) continue
      const isApart = net.hasText || other.hasText
      taken.add(other.track)
      if (isApart) taken.add(other.track - 1).add(other.track + 1)
      if (preference(other, net) > 0) track = Math.max(track, other.track + (isApart ? 2 : 1))
    }
    while (taken.has(track)) track++
    net.track = track
    net.link.track = track
    gutter.tracks = Math.max(gutter.tracks, track + 1)
  })
}

function netOf(link: Link): Net {
  const { upperX, lowerX, isTurn, isOver } = link
  const both = [upperX, lowerX]
  return {
    link,
    track: 0,
    low: Math.min(upperX, lowerX),
    high: Math.max(upperX, lowerX),
    above: isOver ? [] : isTurn ? both : [upperX],
    below: isOver ? both : isTurn ? [] : [lowerX],
    hasText: isTurn && link.wire.hasText,
  }
}

const touch = (a: Net, b: Net): boolean => a.low < b.high + near && b.low < a.high + near

/** Crossings if a runs above b. */
function price(a: Net, b: Net): number {
  let sum = 0
  for (const x of a.below) {
    if (x > b.low && x < b.high) sum++
    for (const other of b.above) if (Math.abs(other - x) < near) sum += onEachOther
  }
  for (const x of b.above) if (x > a.low && x < a.high) sum++
  return sum
}

/** More than 0 if a should run above b. */
const preference = (a: Net, b: Net): number => price(b, a) - price(a, b)

/**
 * From top to bottom: takes the net that may run above all others. If wishes form a circle, it takes the net that breaks the
 * fewest (the heuristic of Eades, Lin and Smyth).
 */
function sortNets(nets: Net[]): Net[] {
  const sorted = nets.toSorted(
    (a, b) => a.low - b.low || a.high - b.high || a.link.wire.edge - b.link.wire.edge,
  )
  const count = sorted.length
  // Wishes of each net to run above others and below others.
  const over: { net: number; weight: number }[][] = sorted.map(() => [])
  const under: { net: number; weight: number }[][] = sorted.map(() => [])
  const overSum = new Float64Array(count)
  const underSum = new Float64Array(count)
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      if ((sorted[b] as Net).low >= (sorted[a] as Net).high + near) break
      const weight = preference(sorted[a] as Net, sorted[b] as Net)
      if (weight === 0) continue
      const [top, bottom] = weight > 0 ? [a, b] : [b, a]
      over[top]?.push({ net: bottom, weight: Math.abs(weight) })
      under[bottom]?.push({ net: top, weight: Math.abs(weight) })
      overSum[top] = (overSum[top] as number) + Math.abs(weight)
      underSum[bottom] = (underSum[bottom] as number) + Math.abs(weight)
    }
  }
  const isDone = new Uint8Array(count)
  const head: Net[] = []
  const tail: Net[] = []
  const remove = (net: number) => {
    isDone[net] = 1
    for (const { net: other, weight } of over[net] ?? [])
      underSum[other] = (underSum[other] as number) - weight
    for (const { net: other, weight } of under[net] ?? [])
      overSum[other] = (overSum[other] as number) - weight
  }
  for (let left = count; left > 0; left--) {
    let best = -1
    let isTop = true
    let most = Number.NEGATIVE_INFINITY
    for (let net = 0; net < count; net++) {
      if (isDone[net] === 1) continue
      if (underSum[net] === 0) {
        best = net
        isTop = true
        break
      }
      if (overSum[net] === 0) {
        best = net
        isTop = false
        most = Number.POSITIVE_INFINITY
        continue
      }
      const balance = (overSum[net] as number) - (underSum[net] as number)
      if (balance > most) {
        most = balance
        best = net
        isTop = true
      }
    }
    remove(best)
    if (isTop) head.push(sorted[best] as Net)
    else tail.push(sorted[best] as Net)
  }
  return [...head, ...tail.reverse()]
}
