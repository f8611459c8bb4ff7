/**
 * Gives every link that changes its column a horizontal track between two rows, in the order with the fewest crossings.
 *
 * This is channel routing: each link gets the first free track, as in the left-edge algorithm of Hashimoto and Stevens, "Wire
 * routing by optimizing channel assignment within large apertures" (1971). Links that should run above others
 * get theirs first. If such wishes form a circle, few are broken: Eades, Lin and Smyth, "A fast and effective heuristic for the
 * feedback arc set problem" (1993).
 */
import { isStraight, lowerXOf, type Placed, upperXOf } from '../place/placed.ts'
import type { Link, Numbers } from '../unit/unit.ts'

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

/** The tracks of links, and the links that they cannot keep apart. */
export interface Tracks {
  /** By link; without a meaning for those that lead straight down. */
  readonly tracks: Numbers
  /** How many each gutter has. */
  readonly trackCounts: Numbers
  /** Pairs of links of which the first one ends on the second one, whichever track they have. */
  readonly conflicts: readonly Conflict[]
}

/** The lower end of the first link is in the column of the upper end of the second. */
export interface Conflict {
  readonly first: Link
  readonly second: Link
}

export function assignTracks(placed: Placed): Tracks {
  const { rows, links } = placed.unit
  const tracks = new Float64Array(links.length)
  const trackCounts = new Float64Array(rows.length)
  const conflicts: Conflict[] = []

  for (const { gutter } of rows) {
    const turning = gutter.links.filter((link) => !isStraight(placed, link))
    const nets = turning.map((link) => netOf(placed, link))
    stackNets(nets)
    for (const { link, track } of nets) {
      tracks[link.number] = track
      trackCounts[gutter.number] = Math.max(trackCounts[gutter.number] as number, track + 1)
    }
    conflicts.push(...conflictsIn(nets))
  }
  return { tracks, trackCounts, conflicts }
}

function* conflictsIn(nets: readonly Net[]): Generator<Conflict> {
  for (const a of nets) {
    for (const b of nets)
      if (a.track < b.track && meets(a, b)) yield { first: a.link, second: b.link }
  }
}

const meets = (a: Net, b: Net): boolean =>
  a.below.some((x) => b.above.some((other) => Math.abs(other - x) < near))

function stackNets(nets: readonly Net[]): void {
  const sorted = sortNets(nets)
  sorted.forEach((net, index) => {
    net.track = trackBelow(net, sorted.slice(0, index))
  })
}

/** The first free track for a net under those that should run above it. */
function trackBelow(net: Net, others: readonly Net[]): number {
  let track = 0
  const taken = new Set<number>()

  for (const other of others) {
    if (!touch(net, other)) continue
    const isApart = net.hasText || other.hasText
    taken.add(other.track)
    if (isApart) taken.add(other.track - 1).add(other.track + 1)
    if (preference(other, net) > 0) track = Math.max(track, other.track + (isApart ? 2 : 1))
  }
  while (taken.has(track)) track++
  return track
}

function netOf(placed: Placed, link: Link): Net {
  const upperX = upperXOf(placed, link)
  const lowerX = lowerXOf(placed, link)
  return {
    link,
    track: 0,
    low: Math.min(upperX, lowerX),
    high: Math.max(upperX, lowerX),
    ...columnsOf(link, upperX, lowerX),
    hasText: link.isTurn && link.wire.hasText,
  }
}

/** Both ends of a turn lead to the same row. */
function columnsOf(
  { isTurn, isOver }: Link,
  upperX: number,
  lowerX: number,
): Pick<Net, 'above' | 'below'> {
  if (isOver) return { above: [], below: [upperX, lowerX] }
  if (isTurn) return { above: [upperX, lowerX], below: [] }
  return { above: [upperX], below: [lowerX] }
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
function sortNets(nets: readonly Net[]): Net[] {
  const sorted = nets.toSorted(
    (a, b) => a.low - b.low || a.high - b.high || a.link.wire.edge - b.link.wire.edge,
  )
  const wishes = new Wishes(sorted)
  const head: Net[] = []
  const tail: Net[] = []

  for (let remaining = sorted.length; remaining > 0; remaining--) {
    const { net, isTop } = wishes.take()
    if (isTop) head.push(sorted[net] as Net)
    else tail.push(sorted[net] as Net)
  }
  return [...head, ...tail.reverse()]
}

interface Wish {
  readonly net: number
  readonly weight: number
}

/** The net that is next at the top, or at the bottom, by its number. */
interface NextNet {
  readonly net: number
  readonly isTop: boolean
}

/** Wishes of each net to run above others and below others. */
class Wishes {
  readonly #over: Wish[][]
  readonly #under: Wish[][]
  readonly #overSum: Float64Array
  readonly #underSum: Float64Array
  readonly #isDone: Uint8Array

  /** @param nets sorted from left to right */
  constructor(nets: readonly Net[]) {
    this.#over = nets.map(() => [])
    this.#under = nets.map(() => [])
    this.#overSum = new Float64Array(nets.length)
    this.#underSum = new Float64Array(nets.length)
    this.#isDone = new Uint8Array(nets.length)
    for (let a = 0; a < nets.length; a++) this.#compare(nets, a)
  }

  /** With the nets to the right that it touches. */
  #compare(nets: readonly Net[], a: number): void {
    const net = nets[a] as Net
    for (let b = a + 1; b < nets.length; b++) {
      const other = nets[b] as Net
      if (other.low >= net.high + near) break
      const weight = preference(net, other)
      if (weight > 0) this.#wish(a, b, weight)
      else if (weight < 0) this.#wish(b, a, -weight)
    }
  }

  #wish(top: number, bottom: number, weight: number): void {
    this.#over[top]?.push({ net: bottom, weight })
    this.#under[bottom]?.push({ net: top, weight })
    this.#overSum[top] = (this.#overSum[top] as number) + weight
    this.#underSum[bottom] = (this.#underSum[bottom] as number) + weight
  }

  take(): NextNet {
    const next = this.#next()
    this.#remove(next.net)
    return next
  }

  /** The first that may be at the top, else the last that may be at the bottom, else the one with most wishes to be above. */
  #next(): NextNet {
    let lowest = -1
    let best = -1
    let most = Number.NEGATIVE_INFINITY

    for (let net = 0; net < this.#isDone.length; net++) {
      if (this.#isDone[net] === 1) continue
      if (this.#underSum[net] === 0) return { net, isTop: true }
      if (this.#overSum[net] === 0) lowest = net

      const balance = (this.#overSum[net] as number) - (this.#underSum[net] as number)
      if (balance > most) {
        most = balance
        best = net
      }
    }
    return lowest >= 0 ? { net: lowest, isTop: false } : { net: best, isTop: true }
  }

  #remove(net: number): void {
    this.#isDone[net] = 1
    for (const { net: other, weight } of this.#over[net] ?? [])
      this.#underSum[other] = (this.#underSum[other] as number) - weight
    for (const { net: other, weight } of this.#under[net] ?? [])
      this.#overSum[other] = (this.#overSum[other] as number) - weight
  }
}
