/** The order of nets from top to bottom with few crossings: each may wish to run above others. */
import { type Net, near, preference } from './nets.ts'

/** Nets from top to bottom, by their numbers from left to right. */
export interface NetOrder {
  readonly fromLeft: readonly Net[]
  readonly fromTop: readonly number[]
  /** The first track under those that should run above a net, once these have theirs. */
  readonly leastTrack: (net: number) => number
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
  const head: number[] = []
  const tail: number[] = []

  for (let remaining = fromLeft.length; remaining > 0; remaining--) {
    const { net, isTop } = wishes.take()
    if (isTop) head.push(net)
    else tail.push(net)
  }
  return {
    fromLeft,
    fromTop: [...head, ...tail.reverse()],
    leastTrack: (net) => wishes.leastTrack(net),
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
 * may be millions. Most gutters have few, for which typed arrays would take longer to make.
 */
class Wishes {
  readonly #nets: readonly Net[]
  readonly #top: number[] = []
  readonly #bottom: number[] = []
  readonly #weight: number[] = []
  /** The next wish with the same top, and with the same bottom. */
  readonly #nextOver: number[] = []
  readonly #nextUnder: number[] = []
  /** The first wish of each net to run above another one, and of another one to run above it. */
  readonly #firstOver: number[]
  readonly #firstUnder: number[]
  readonly #overSum: number[]
  readonly #underSum: number[]
  readonly #isDone: boolean[]
  /** All before are done. */
  #firstLeft = 0

  /** @param nets sorted from left to right */
  constructor(nets: readonly Net[]) {
    this.#nets = nets
    this.#firstOver = nets.map(() => none)
    this.#firstUnder = nets.map(() => none)
    this.#overSum = nets.map(() => 0)
    this.#underSum = nets.map(() => 0)
    this.#isDone = nets.map(() => false)
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
    const wish = this.#top.length
    this.#top.push(top)
    this.#bottom.push(bottom)
    this.#weight.push(weight)
    this.#nextOver.push(this.#firstOver[top] as number)
    this.#nextUnder.push(this.#firstUnder[bottom] as number)
    this.#firstOver[top] = wish
    this.#firstUnder[bottom] = wish
    this.#overSum[top] = (this.#overSum[top] as number) + weight
    this.#underSum[bottom] = (this.#underSum[bottom] as number) + weight
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
    while (isDone[this.#firstLeft]) this.#firstLeft++
    let lowest = -1
    let best = -1
    let most = Number.NEGATIVE_INFINITY

    for (let net = this.#firstLeft; net < isDone.length; net++) {
      if (isDone[net]) continue
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
    this.#isDone[net] = true
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
