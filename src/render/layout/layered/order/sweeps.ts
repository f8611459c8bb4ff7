/**
 * The moves that order rows: sorts them by what is above or below, and exchanges neighbours.
 *
 * The sort is the barycentre method: Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
 * structures" (1981). The exchange is `transpose`: Gansner, Koutsofios, North and Vo, "A technique for drawing directed graphs"
 * (1993). Not in the papers: rows of nested frames are sorted together, and a frame moves with its content.
 */
import { groupedBy } from '../../../../grouped.ts'
import type { Beside, Frame, Row, Slot } from '../unit/unit.ts'
import { Crossings, long } from './crossings.ts'
import { isFixedRow, type RowOrder } from './row-order.ts'

/** With more pairs of a lane and a box, lanes go where they would be without boxes. */
const mostPairs = 1_000_000

/** True for an entry that stays among those like it. */
export type IsPinned = (entry: Slot) => boolean

/** The time of what must be done again in any case. */
const never = -1

export class Sweeps {
  readonly order: RowOrder
  /** Lanes beside boxes in written rows go where they cross least, instead of where their ends are. */
  insertsLanes = false
  readonly #crossings: Crossings
  /** By slot: where it would be if its row had no other entries. */
  readonly #wishes: Float64Array
  readonly #beside: ReadonlyMap<Row, readonly Beside[]>
  /**
   * When each row was sorted last, down and up, and found without a better exchange: until a
   * change, it would stay so.
   */
  readonly #sortedDown: Int32Array
  readonly #sortedUp: Int32Array
  readonly #exchanged: Int32Array

  constructor(order: RowOrder) {
    this.order = order
    this.#crossings = new Crossings(order)
    this.#wishes = new Float64Array(order.places.length)
    this.#beside = groupedBy(order.unit.beside, ({ left }) => left.row)
    const { length } = order.unit.rows
    this.#sortedDown = new Int32Array(length).fill(never)
    this.#sortedUp = new Int32Array(length).fill(never)
    this.#exchanged = new Int32Array(length).fill(never)
  }

  countCrossings(): number {
    return this.#crossings.count()
  }

  /** Sorts all rows, down or up. */
  sweep(isDown: boolean, pinned?: IsPinned): void {
    this.#sweepFrame(this.order.unit.root, isDown, pinned)
  }

  #sweepFrame({ rows }: Frame, isDown: boolean, pinned?: IsPinned): void {
    for (let index = 0; index < rows.length; index++) {
      const row = rows[isDown ? index : rows.length - 1 - index] as Row
      this.#sortRow(row, isDown, pinned)
      for (const { frame } of this.order.of(row)) if (frame) this.#sweepFrame(frame, isDown, pinned)
    }
  }

  /** By the mean position of the neighbours above or below; what has none stays about where it is. */
  #sortRow(row: Row, isDown: boolean, pinned?: IsPinned): void {
    const { above, below, rowsAbove, rowsBelow, places, entries } = this.order
    const slots = this.order.of(row)
    if (slots.length < 2) return
    const sorted = isDown ? this.#sortedDown : this.#sortedUp
    const rowsOfEnds = isDown ? rowsAbove : rowsBelow
    // The gaps of a fixed row depend on both sides.
    const isFree = !isFixedRow(row) || this.#isSince(sorted, row, isDown ? rowsBelow : rowsAbove)
    if (!pinned && isFree && this.#isSince(sorted, row, rowsOfEnds)) return

    const ends = isDown ? above : below
    for (const { number } of slots)
      this.#wishes[number] =
        meanPlace(ends[number] as number[], places) ?? (places[number] as number)

    if (isFixedRow(row)) entries[row.number] = this.#aroundBoxes(slots, isDown)
    else if (pinned) entries[row.number] = this.#mergeLanes(slots, pinned)
    else this.#sortByWish(slots)
    this.order.placeRow(row)
    sorted[row.number] = pinned ? never : this.order.now
  }

  /** True if neither the row nor those of its ends have changed since a time. */
  #isSince(times: Int32Array, { number }: Row, rowsOfEnds: readonly Int32Array[]): boolean {
    const time = times[number] as number
    return (
      !this.order.hasChangedSince(time, number) &&
      !this.order.haveChangedSince(time, rowsOfEnds[number] as Int32Array)
    )
  }

  /** Sorts a row by other wishes. */
  sortRowBy(row: Row, wishOf: (entry: Slot) => number): void {
    const slots = this.order.of(row)
    for (const entry of slots) this.#wishes[entry.number] = wishOf(entry)
    this.#sortByWish(slots)
  }

  /** By insertion, because entries are nearly in order. */
  #sortByWish(slots: Slot[]): void {
    const wishes = this.#wishes
    if (slots.length > long)
      slots.sort((a, b) => (wishes[a.number] as number) - (wishes[b.number] as number))
    for (let index = 1; index < slots.length; index++) {
      const slot = slots[index] as Slot
      const wish = wishes[slot.number] as number
      let target = index
      for (; target > 0; target--) {
        const before = slots[target - 1] as Slot
        if (wish >= (wishes[before.number] as number)) break
        slots[target] = before
      }
      slots[target] = slot
    }
  }

  /** Some boxes keep their order, and everything else goes between them. */
  #mergeLanes(slots: readonly Slot[], stays: IsPinned): Slot[] {
    const boxes = slots.filter(stays)
    const lanes = slots.filter((entry) => !stays(entry))
    this.#sortByWish(lanes)
    const merged: Slot[] = []
    let next = 0
    for (const box of boxes) {
      const place = this.order.placeOf(box)
      for (; next < lanes.length; next++) {
        const lane = lanes[next] as Slot
        if ((this.#wishes[lane.number] as number) >= place) break
        merged.push(lane)
      }
      merged.push(box)
    }
    return [...merged, ...lanes.slice(next)]
  }

  #aroundBoxes(slots: readonly Slot[], isDown: boolean): Slot[] {
    return this.insertsLanes ? this.#insertLanes(slots, isDown) : this.#mergeLanes(slots, isNoLane)
  }

  /** Boxes keep their order, and each lane goes to the gap where it crosses least, first of all on the side that is sorted. */
  #insertLanes(slots: readonly Slot[], isDown: boolean): Slot[] {
    const boxes = slots.filter(isNoLane)
    const lanes = slots.filter((entry) => !isNoLane(entry))
    if (boxes.length * lanes.length > mostPairs) return this.#mergeLanes(slots, isNoLane)
    this.#sortByWish(lanes)
    const inGap = groupedBy(lanes, (lane) => this.#bestGapOf(lane, boxes, isDown))
    return [...boxes, undefined].flatMap((box, gap) => [
      ...(inGap.get(gap) ?? []),
      ...(box === undefined ? [] : [box]),
    ])
  }

  /** @returns the number of boxes before it */
  #bestGapOf(lane: Slot, boxes: readonly Slot[], isDown: boolean): number {
    const wish = this.#wishes[lane.number] as number
    const isBefore = (box: Slot) => this.order.placeOf(box) <= wish
    const wished = boxes.filter(isBefore).length
    let best = { gap: 0, near: 0, far: 0 }
    let near = 0
    let far = 0
    boxes.forEach((box, index) => {
      const above = this.#crossings.gainAbove(lane, box)
      const below = this.#crossings.gainBelow(lane, box)
      near += isDown ? above : below
      far += isDown ? below : above
      const gap = index + 1
      const nearer = Math.abs(best.gap - wished) - Math.abs(gap - wished)
      if ((near - best.near || far - best.far || nearer) > 0) best = { gap, near, far }
    })
    return best.gap
  }

  /** Exchanges neighbours in rows as long as that saves crossings. */
  exchange(rounds: number, pinned?: IsPinned): void {
    const { unit, rowsAbove, rowsBelow } = this.order
    for (const row of unit.rows) {
      const isSince =
        !pinned &&
        this.#isSince(this.#exchanged, row, rowsAbove) &&
        this.#isSince(this.#exchanged, row, rowsBelow)
      if (!isSince) this.#exchangeIn(row, rounds, pinned)
    }
  }

  #exchangeIn(row: Row, rounds: number, pinned?: IsPinned): void {
    let isBetter = true
    for (let round = 0; isBetter && round < rounds; round++)
      isBetter = this.#exchangeOnce(row, pinned)
    this.#exchanged[row.number] = pinned || isBetter ? never : this.order.now
  }

  /** @returns true if neighbours were exchanged */
  #exchangeOnce(row: Row, pinned?: IsPinned): boolean {
    const slots = this.order.of(row)
    const beside = this.#beside.get(row) ?? []
    const isFixed = isFixedRow(row)
    let isBetter = false

    for (let index = 0; index + 1 < slots.length; index++) {
      const left = slots[index] as Slot
      const right = slots[index + 1] as Slot
      if (isFixed && left.kind !== 'lane' && right.kind !== 'lane') continue
      if (pinned?.(left) && pinned(right)) continue
      if (!this.#exchangePlaces(left, right, beside)) continue

      slots[index] = right
      slots[index + 1] = left
      isBetter = true
    }
    return isBetter
  }

  /** @returns false if that saves no crossing: both stay where they are */
  #exchangePlaces(left: Slot, right: Slot, beside: readonly Beside[]): boolean {
    const gain = this.#crossings.gainOfExchange(left, right)
    if (gain < 0 || (gain === 0 && beside.length === 0)) return false

    const start = this.order.placeOf(left) - left.span / 2
    const before = this.#crossings.lanesBetween(beside)
    this.order.placeFrom(left.row, [right, left], start)
    if (gain + before - this.#crossings.lanesBetween(beside) > 0) return true
    this.order.placeFrom(left.row, [left, right], start)
    return false
  }
}

const isNoLane = ({ kind }: Slot): boolean => kind !== 'lane'

/** Undefined without ends. */
function meanPlace(ends: readonly number[], places: Float64Array): number | undefined {
  if (ends.length === 0) return undefined
  let sum = 0
  for (const end of ends) sum += places[end] as number
  return sum / ends.length
}
