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
import type { SlotEnds } from './slot-ends.ts'

/** With more pairs of a lane and a box, lanes go where they would be without boxes. */
const mostPairs = 1_000_000

/** True for an entry that stays among those like it. */
export type IsPinned = (entry: Slot) => boolean

/** The time of what must be done again in any case. */
const never = -1

export class Sweeps {
  readonly order: RowOrder
  readonly crossings: Crossings
  /** Lanes beside boxes in written rows go where they cross least, instead of where their ends are. */
  insertsLanes = false
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
    this.crossings = new Crossings(order)
    this.#wishes = new Float64Array(order.places.length)
    this.#beside = groupedBy(order.unit.beside, ({ left }) => left.row)
    const { length } = order.unit.rows
    this.#sortedDown = new Int32Array(length).fill(never)
    this.#sortedUp = new Int32Array(length).fill(never)
    this.#exchanged = new Int32Array(length).fill(never)
  }

  /** Sorts all rows, down or up. */
  sweep(isDown: boolean, pinned?: IsPinned): void {
    this.#sweepFrame(this.order.unit.root, isDown, pinned)
  }

  #sweepFrame({ rows }: Frame, isDown: boolean, pinned?: IsPinned): void {
    for (let index = 0; index < rows.length; index++) {
      const row = rows[isDown ? index : rows.length - 1 - index] as Row
      this.#sortRow(row, isDown, pinned)
      if (!this.order.hasFrames(row)) continue
      const end = this.order.endOf(row)
      for (let slot = this.order.startOf(row); slot < end; slot++) {
        const frame = this.order.frameAt(slot)
        if (frame) this.#sweepFrame(frame, isDown, pinned)
      }
    }
  }

  /** By the mean position of the neighbours above or below; what has none stays about where it is. */
  #sortRow(row: Row, isDown: boolean, pinned?: IsPinned): void {
    const { order } = this
    const start = order.startOf(row)
    const end = order.endOf(row)
    if (end - start < 2) return
    const sorted = isDown ? this.#sortedDown : this.#sortedUp
    const ends = isDown ? order.above : order.below
    const others = isDown ? order.below : order.above
    // The gaps of a fixed row depend on both sides.
    const isFree = !isFixedRow(row) || this.#isSince(sorted, row, others)
    if (!pinned && isFree && this.#isSince(sorted, row, ends)) return

    this.#wishAsEnds(row, ends)
    if (isFixedRow(row)) order.set(row, this.#aroundBoxes(row, isDown))
    else if (pinned) order.set(row, this.#mergeLanes(row, pinned))
    else if (this.#sortByWish(order.sequence, start, end)) order.noteReordered(row)
    order.placeRow(row)
    sorted[row.number] = pinned ? never : order.now
  }

  /** True if neither the row nor those of its ends have changed since a time. */
  #isSince(times: Int32Array, { number }: Row, { rows }: SlotEnds): boolean {
    const time = times[number] as number
    return (
      !this.order.wasPlacedSince(time, number) &&
      !this.order.wereSomePlacedSince(time, rows[number] as Int32Array)
    )
  }

  /** Each slot wishes to be in the middle of its ends; without any, it wishes to stay. */
  #wishAsEnds(row: Row, { starts, slots }: SlotEnds): void {
    const { sequence, places } = this.order
    const end = this.order.endOf(row)
    for (let index = this.order.startOf(row); index < end; index++) {
      const slot = sequence[index] as number
      const first = starts[slot] as number
      const last = starts[slot + 1] as number
      let sum = 0
      for (let other = first; other < last; other++) sum += places[slots[other] as number] as number
      this.#wishes[slot] = first === last ? (places[slot] as number) : sum / (last - first)
    }
  }

  /** Sorts a row by other wishes. */
  sortRowBy(row: Row, wishOf: (slot: number) => number): void {
    const { sequence } = this.order
    const start = this.order.startOf(row)
    const end = this.order.endOf(row)
    for (let index = start; index < end; index++) {
      const slot = sequence[index] as number
      this.#wishes[slot] = wishOf(slot)
    }
    this.#sortByWish(sequence, start, end)
    this.order.noteReordered(row)
  }

  /** By insertion, because entries are nearly in order. @returns true if that changed anything */
  #sortByWish(slots: Int32Array, start: number, end: number): boolean {
    const wishes = this.#wishes
    let isOther = false
    if (end - start > long) {
      isOther = true
      slots.subarray(start, end).sort((a, b) => (wishes[a] as number) - (wishes[b] as number))
    }
    for (let index = start + 1; index < end; index++) {
      const slot = slots[index] as number
      const wish = wishes[slot] as number
      let target = index
      for (; target > start; target--) {
        const before = slots[target - 1] as number
        if (wish >= (wishes[before] as number)) break
        slots[target] = before
      }
      if (target !== index) isOther = true
      slots[target] = slot
    }
    return isOther
  }

  /** Some boxes keep their order, and everything else goes between them. */
  #mergeLanes(row: Row, stays: IsPinned): Slot[] {
    const slots = this.order.of(row)
    const boxes = slots.filter(stays)
    const lanes = this.#sortedByWish(slots.filter((entry) => !stays(entry)))
    const merged: Slot[] = []
    let next = 0
    for (const box of boxes) {
      const place = this.order.placeOf(box)
      for (; next < lanes.length; next++) {
        const lane = lanes[next] as Slot
        if (this.#wishOf(lane) >= place) break
        merged.push(lane)
      }
      merged.push(box)
    }
    return [...merged, ...lanes.slice(next)]
  }

  #wishOf({ number }: Slot): number {
    return this.#wishes[number] as number
  }

  #sortedByWish(slots: readonly Slot[]): Slot[] {
    return slots.toSorted((a, b) => this.#wishOf(a) - this.#wishOf(b))
  }

  #aroundBoxes(row: Row, isDown: boolean): Slot[] {
    return this.insertsLanes ? this.#insertLanes(row, isDown) : this.#mergeLanes(row, isNoLane)
  }

  /** Boxes keep their order, and each lane goes to the gap where it crosses least, first of all on the side that is sorted. */
  #insertLanes(row: Row, isDown: boolean): Slot[] {
    const slots = this.order.of(row)
    const boxes = slots.filter(isNoLane)
    const lanes = slots.filter((entry) => !isNoLane(entry))
    if (boxes.length * lanes.length > mostPairs) return this.#mergeLanes(row, isNoLane)
    const inGap = groupedBy(this.#sortedByWish(lanes), (lane) =>
      this.#bestGapOf(lane, boxes, isDown),
    )
    return [...boxes, undefined].flatMap((box, gap) => [
      ...(inGap.get(gap) ?? []),
      ...(box === undefined ? [] : [box]),
    ])
  }

  /** @returns the number of boxes before it */
  #bestGapOf(lane: Slot, boxes: readonly Slot[], isDown: boolean): number {
    const wish = this.#wishOf(lane)
    const isBefore = (box: Slot) => this.order.placeOf(box) <= wish
    const wished = boxes.filter(isBefore).length
    let best = { gap: 0, near: 0, far: 0 }
    let near = 0
    let far = 0
    boxes.forEach((box, index) => {
      const above = this.crossings.gainAbove(lane.number, box.number)
      const below = this.crossings.gainBelow(lane.number, box.number)
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
    for (const row of this.order.unit.rows)
      if (pinned || !this.#isExchanged(row)) this.#exchangeIn(row, rounds, pinned)
  }

  /** True if no exchange can gain, because none did and nothing has changed since. */
  #isExchanged(row: Row): boolean {
    const { above, below } = this.order
    const time = this.#exchanged[row.number] as number
    return (
      !this.order.wasReorderedSince(time, row.number) &&
      !this.#hasOtherGains(row, above, time) &&
      !this.#hasOtherGains(row, below, time)
    )
  }

  /** The order alone decides if all ends are in one row. */
  #hasOtherGains({ number }: Row, { rows }: SlotEnds, time: number): boolean {
    const ends = rows[number] as Int32Array
    return ends.length > 1
      ? this.order.haveSomeMovedSince(time, ends)
      : this.order.wereSomeReorderedSince(time, ends)
  }

  #exchangeIn(row: Row, rounds: number, pinned?: IsPinned): void {
    let isBetter = true
    for (let round = 0; isBetter && round < rounds; round++)
      isBetter = this.#exchangeOnce(row, pinned)
    this.#exchanged[row.number] = pinned || isBetter ? never : this.order.now
  }

  /** @returns true if neighbours were exchanged */
  #exchangeOnce(row: Row, pinned?: IsPinned): boolean {
    const beside = this.#beside.get(row) ?? none
    const isFixed = isFixedRow(row)
    const last = this.order.endOf(row) - 1
    let isBetter = false

    for (let index = this.order.startOf(row); index < last; index++) {
      if ((isFixed || pinned) && this.#areInOrder(index, isFixed, pinned)) continue
      if (this.#exchangePlaces(row, index, beside)) isBetter = true
    }
    return isBetter
  }

  /** True if a slot and the next one must not be exchanged. */
  #areInOrder(index: number, isFixed: boolean, pinned?: IsPinned): boolean {
    const left = this.order.slotAt(index)
    const right = this.order.slotAt(index + 1)
    if (isFixed && isNoLane(left) && isNoLane(right)) return true
    return pinned?.(left) === true && pinned(right)
  }

  /** @returns false if that saves no crossing: both stay where they are */
  #exchangePlaces(row: Row, index: number, beside: readonly Beside[]): boolean {
    const { sequence } = this.order
    const gain = this.crossings.gainOfExchange(
      sequence[index] as number,
      sequence[index + 1] as number,
    )
    if (gain < 0 || (gain === 0 && beside.length === 0)) return false

    const before = this.crossings.lanesBetween(beside)
    this.order.exchange(row, index)
    if (gain + before - this.crossings.lanesBetween(beside) > 0) return true
    this.order.exchange(row, index)
    return false
  }
}

/** Most rows have no connections from side to side. */
const none: readonly Beside[] = []

const isNoLane = ({ kind }: Slot): boolean => kind !== 'lane'
