/** The order of nets from top to bottom with few crossings: each may wish to run above others. */
import { type Net, near, preference } from './nets.ts'

/** Nets from top to bottom. */
export interface NetOrder {
  readonly sorted: readonly Net[]
  /** The first track under those that should run above a net, once these have theirs. */
  readonly leastTrack: (net: Net) => number
}

/**
 * From top to bottom: takes the net that may run above all others. If wishes form a circle, it takes the net that breaks the
 * fewest (the heuristic of Eades, Lin and Smyth).
 */
export function sortNets(nets: readonly Net[]): NetOrder {
  const fromLeft = nets.toSorted(
    (a, b) => a.low - b.low || a.high - b.high || a.link.wire.edge - b.link.wire.edge,
  )
  const wishes = new Wishes(fromLeft)
  const head: Net[] = []
  const tail: Net[] = []

  for (let remaining = fromLeft.length; remaining > 0; remaining--) {
    const { net, isTop } = wishes.take()
    if (isTop) head.push(fromLeft[net] as Net)
    else tail.push(fromLeft[net] as Net)
  }
  const indices = new Map(fromLeft.map((net, index) => [net, index]))
  return {
    sorted: [...head, ...tail.reverse()],
    leastTrack: (net) => wishes.leastTrack(indices.get(net) as number),
  }
}

/** The net that is next at the top, or at the bottom, by its number. */
interface NextNet {
  readonly net: number
  readonly isTop: boolean
}

/** The end of a list of wishes. */
const none = -1

/**
 * Wishes of each net to run above others and below others: lists in arrays of numbers, because they
 * may be millions.
 */
class Wishes {
  readonly #nets: readonly Net[]
  #top = new Int32Array(64)
  #bottom = new Int32Array(64)
  #weight = new Int32Array(64)
  /** The next wish with the same top, and with the same bottom. */
  #nextOver = new Int32Array(64)
  #nextUnder = new Int32Array(64)
  #count = 0
  /** The first wish of each net to run above another one, and of another one to run above it. */
  readonly #firstOver: Int32Array
  readonly #firstUnder: Int32Array
  readonly #overSum: Float64Array
  readonly #underSum: Float64Array
  readonly #isDone: Uint8Array
  /** All before are done. */
  #firstLeft = 0

  /** @param nets sorted from left to right */
  constructor(nets: readonly Net[]) {
    this.#nets = nets
    this.#firstOver = new Int32Array(nets.length).fill(none)
    this.#firstUnder = new Int32Array(nets.length).fill(none)
    this.#overSum = new Float64Array(nets.length)
    this.#underSum = new Float64Array(nets.length)
    this.#isDone = new Uint8Array(nets.length)
    for (let a = 0; a < nets.length; a++) this.#compare(a)
  }

  /** With the nets to the right that it touches. */
  #compare(a: number): void {
    const net = this.#nets[a] as Net
    const right = net.high + near
    for (let b = a + 1; b < this.#nets.length; b++) {
      const other = this.#nets[b] as Net
      if (other.low >= right) break
      const weight = preference(net, other)
      if (weight > 0) this.#wish(a, b, weight)
      else if (weight < 0) this.#wish(b, a, -weight)
    }
  }

  #wish(top: number, bottom: number, weight: number): void {
    if (this.#count === this.#top.length) this.#grow()
    const wish = this.#count++
    this.#top[wish] = top
    this.#bottom[wish] = bottom
    this.#weight[wish] = weight
    this.#nextOver[wish] = this.#firstOver[top] as number
    this.#nextUnder[wish] = this.#firstUnder[bottom] as number
    this.#firstOver[top] = wish
    this.#firstUnder[bottom] = wish
    this.#overSum[top] = (this.#overSum[top] as number) + weight
    this.#underSum[bottom] = (this.#underSum[bottom] as number) + weight
  }

  #grow(): void {
    this.#top = twiceAsLong(this.#top)
    this.#bottom = twiceAsLong(this.#bottom)
    this.#weight = twiceAsLong(this.#weight)
    this.#nextOver = twiceAsLong(this.#nextOver)
    this.#nextUnder = twiceAsLong(this.#nextUnder)
  }

  take(): NextNet {
    const next = this.#next()
    this.#remove(next.net)
    return next
  }

  /**
   * The first that may be at the top, else the last that may be at the bottom, else the one with
   * most wishes to be above.
   */
  #next(): NextNet {
    const isDone = this.#isDone
    const overSum = this.#overSum
    const underSum = this.#underSum
    while (isDone[this.#firstLeft] === 1) this.#firstLeft++
    let lowest = -1
    let best = -1
    let most = Number.NEGATIVE_INFINITY

    for (let net = this.#firstLeft; net < isDone.length; net++) {
      if (isDone[net] === 1) continue
      if (underSum[net] === 0) return { net, isTop: true }
      if (overSum[net] === 0) lowest = net

      const balance = (overSum[net] as number) - (underSum[net] as number)
      if (balance > most) {
        most = balance
        best = net
      }
    }
    return lowest >= 0 ? { net: lowest, isTop: false } : { net: best, isTop: true }
  }

  #remove(net: number): void {
    this.#isDone[net] = 1
    const weight = this.#weight
    for (let wish = this.#firstOver[net] as number; wish !== none; ) {
      const other = this.#bottom[wish] as number
      this.#underSum[other] = (this.#underSum[other] as number) - (weight[wish] as number)
      wish = this.#nextOver[wish] as number
    }
    for (let wish = this.#firstUnder[net] as number; wish !== none; ) {
      const other = this.#top[wish] as number
      this.#overSum[other] = (this.#overSum[other] as number) - (weight[wish] as number)
      wish = this.#nextUnder[wish] as number
    }
  }

  /** Nets without a track do not count. */
  leastTrack(net: number): number {
    const { hasText } = this.#nets[net] as Net
    let least = 0
    for (let wish = this.#firstUnder[net] as number; wish !== none; ) {
      const other = this.#nets[this.#top[wish] as number] as Net
      const distance = hasText || other.hasText ? 2 : 1
      if (other.track >= 0) least = Math.max(least, other.track + distance)
      wish = this.#nextUnder[wish] as number
    }
    return least
  }
}

function twiceAsLong(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * numbers.length)
  longer.set(numbers)
  return longer
}
