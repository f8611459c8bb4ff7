/** The order of all rows while a search changes it: the position of each slot, and where its links lead. */
import type { Frame, Numbers, Row, Slot, Unit } from '../unit/unit.ts'
import { endsAbove, endsBelow, type SlotEnds } from './slot-ends.ts'

/** The slots of all rows from left to right, by the number of the row. */
export type RowEntries = readonly (readonly Slot[])[]

/**
 * The numbers of the slots of all rows, row after row: one array is quick to copy and to compare.
 */
export type SlotSequence = Int32Array

/** A unit whose rows have their order. */
export interface Ordered {
  readonly unit: Unit
  readonly entries: RowEntries
  /** Positions of the slots, from left to right over the whole unit. */
  readonly places: Numbers
}

export const entriesOf = ({ entries }: Pick<Ordered, 'entries'>, row: Row): readonly Slot[] =>
  entries[row.number] as readonly Slot[]

/** The order in which the rows were made. */
export const unordered = ({ rows }: Unit): RowEntries => rows.map(({ entries }) => entries)

export const isFixedRow = ({ frame, kind }: Row): boolean => frame.isWritten && kind === 'boxes'

export class RowOrder {
  readonly unit: Unit
  readonly sequence: SlotSequence
  /** Where each row starts in the sequence; the next one starts where it stops. */
  readonly starts: Int32Array
  /** The positions and widths of the slots. */
  readonly places: Float64Array
  readonly spans: Float64Array
  readonly above: SlotEnds
  readonly below: SlotEnds
  /** The frames among the slots, and the rows in the frames of each row. */
  readonly #frames: readonly (Frame | undefined)[]
  readonly #innerRows: readonly Int32Array[]
  /** Where the content of each frame starts. */
  readonly #lefts: Float64Array
  /**
   * Counts the changes of rows. It says when each row was placed last, maybe as before, when a slot
   * of it moved, and when its order changed. Sorting needs the first, and crossings the others.
   */
  #now = 0
  readonly #placed: Int32Array
  readonly #moved: Int32Array
  readonly #reordered: Int32Array

  constructor(unit: Unit, entries = unordered(unit)) {
    const { slots, rows, frames } = unit
    this.unit = unit
    this.sequence = Int32Array.from(entries.flat(), ({ number }) => number)
    this.starts = new Int32Array(rows.length + 1)
    for (const row of rows) this.starts[row.number + 1] = this.startOf(row) + row.entries.length
    this.places = new Float64Array(slots.length)
    this.spans = Float64Array.from(slots, ({ span }) => span)
    this.above = endsAbove(unit)
    this.below = endsBelow(unit)
    this.#frames = slots.map(({ frame }) => frame)
    this.#innerRows = rows.map((row) => Int32Array.from(rowsInFrames(row)))
    this.#lefts = new Float64Array(frames.length).fill(Number.NaN)
    this.#placed = new Int32Array(rows.length)
    this.#moved = new Int32Array(rows.length)
    this.#reordered = new Int32Array(rows.length)
  }

  static of({ unit, entries, places }: Ordered): RowOrder {
    const order = new RowOrder(unit, entries)
    order.places.set(places as Float64Array)
    return order
  }

  startOf({ number }: Row): number {
    return this.starts[number] as number
  }

  endOf({ number }: Row): number {
    return this.starts[number + 1] as number
  }

  of(row: Row): Slot[] {
    const slots: Slot[] = []
    for (let index = this.startOf(row); index < this.endOf(row); index++)
      slots.push(this.slotAt(index))
    return slots
  }

  slotAt(index: number): Slot {
    return this.unit.slots[this.sequence[index] as number] as Slot
  }

  hasFrames({ number }: Row): boolean {
    return (this.#innerRows[number] as Int32Array).length > 0
  }

  frameAt(index: number): Frame | undefined {
    return this.#frames[this.sequence[index] as number]
  }

  /** Gives a row another order, without positions. */
  set(row: Row, slots: readonly Slot[]): void {
    const start = this.startOf(row)
    for (let index = 0; index < slots.length; index++)
      this.sequence[start + index] = (slots[index] as Slot).number
    this.noteReordered(row)
  }

  /** Gives all rows another order, without positions. */
  use(sequence: SlotSequence): void {
    this.sequence.set(sequence)
    this.#now++
    this.#reordered.fill(this.#now)
    this.#placed.fill(this.#now)
    this.#lefts.fill(Number.NaN)
  }

  get now(): number {
    return this.#now
  }

  /** For who changes the sequence. */
  noteReordered({ number }: Row): void {
    this.#reordered[number] = ++this.#now
  }

  wasPlacedSince(time: number, row: number): boolean {
    return (this.#placed[row] as number) > time
  }

  wasReorderedSince(time: number, row: number): boolean {
    return (this.#reordered[row] as number) > time
  }

  wereSomeReorderedSince(time: number, rows: Int32Array): boolean {
    return hasLater(this.#reordered, time, rows)
  }

  wereSomePlacedSince(time: number, rows: Int32Array): boolean {
    return hasLater(this.#placed, time, rows)
  }

  haveSomeMovedSince(time: number, rows: Int32Array): boolean {
    return hasLater(this.#moved, time, rows)
  }

  placeOf({ number }: Slot): number {
    return this.places[number] as number
  }

  /** Positions all entries: rows are centred in their frames. */
  place(): void {
    this.#lefts.fill(Number.NaN)
    this.#placeFrame(this.unit.root, 0)
  }

  placeRow(row: Row): void {
    this.#placeRow(row, this.#leftOf(row.frame))
  }

  /** Exchanges a slot of a row with the next one. */
  exchange(row: Row, index: number): void {
    const { sequence } = this
    const left = sequence[index] as number
    const right = sequence[index + 1] as number
    const start = (this.places[left] as number) - (this.spans[left] as number) / 2
    sequence[index] = right
    sequence[index + 1] = left
    this.noteReordered(row)
    this.#placeFrom(row, index, index + 2, start)
  }

  /** Positions the slots from one index to another side by side. */
  #placeFrom(row: Row, first: number, end: number, left: number): void {
    const { sequence, places, spans } = this
    const hasFrames = this.hasFrames(row)
    this.#placed[row.number] = ++this.#now
    let hasMoved = false
    let x = left
    for (let index = first; index < end; index++) {
      const slot = sequence[index] as number
      const span = spans[slot] as number
      const place = x + span / 2
      if (places[slot] !== place) hasMoved = true
      places[slot] = place
      const frame = hasFrames ? this.#frames[slot] : undefined
      if (frame) this.#placeFrame(frame, x)
      x += span
    }
    if (hasMoved) this.#moved[row.number] = this.#now
  }

  /** The content of a frame that stays where it is needs no new positions. */
  #placeFrame(frame: Frame, left: number): void {
    const { rows, number } = frame
    if (this.#lefts[number] === left) {
      for (const row of rows) this.#placeAsBefore(row)
      return
    }
    this.#lefts[number] = left
    for (const row of rows) this.#placeRow(row, left)
  }

  /** Notes that a row is placed, without computing its positions again. */
  #placeAsBefore({ number }: Row): void {
    const inner = this.#innerRows[number] as Int32Array
    this.#placed[number] = ++this.#now
    for (let index = 0; index < inner.length; index++)
      this.#placed[inner[index] as number] = this.#now
  }

  #placeRow(row: Row, left: number): void {
    const { sequence, spans } = this
    const start = this.startOf(row)
    const end = this.endOf(row)
    let width = 0
    for (let index = start; index < end; index++)
      width += spans[sequence[index] as number] as number
    this.#placeFrom(row, start, end, left + (row.frame.span - width) / 2)
  }

  #leftOf({ entry, span }: Frame): number {
    return entry === undefined ? 0 : this.placeOf(entry) - span / 2 - 18
  }

  sealed(): Ordered {
    const { unit, places } = this
    return { unit, entries: unit.rows.map((row) => this.of(row)), places: places.slice() }
  }
}

/** The numbers of all rows in the frames of a row. */
const rowsInFrames = ({ entries }: Row): number[] =>
  entries.flatMap(({ frame }) =>
    (frame?.rows ?? []).flatMap((row) => [row.number, ...rowsInFrames(row)]),
  )

function hasLater(times: Int32Array, time: number, rows: Int32Array): boolean {
  for (let index = 0; index < rows.length; index++)
    if ((times[rows[index] as number] as number) > time) return true
  return false
}
