/** The order of all rows while a search changes it: the position of each slot, and where its links lead. */
import {
  entriesAround,
  type Frame,
  type Link,
  type Numbers,
  otherEnd,
  type Row,
  type Slot,
  type Unit,
} from '../unit/unit.ts'

/** The slots of all rows from left to right, by the number of the row. */
export type RowEntries = readonly (readonly Slot[])[]

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
  readonly entries: Slot[][]
  readonly places: Float64Array
  /** The numbers of the slots to which links lead; for a frame, also those of links that cross its border. */
  readonly above: readonly number[][]
  readonly below: readonly number[][]
  /** The rows to which the links of a row lead, by its number. */
  readonly rowsAbove: readonly Int32Array[]
  readonly rowsBelow: readonly Int32Array[]
  /** Counts the changes of rows, and says when each row was changed last. */
  #now = 0
  readonly #changes: Int32Array

  constructor(unit: Unit, entries = unordered(unit)) {
    this.unit = unit
    this.entries = entries.map((row) => [...row])
    this.places = new Float64Array(unit.slots.length)
    this.above = unit.slots.map(slotsAbove)
    this.below = unit.slots.map(slotsBelow)
    this.rowsAbove = unit.rows.map((row) => rowsOfEnds(unit, row, this.above))
    this.rowsBelow = unit.rows.map((row) => rowsOfEnds(unit, row, this.below))
    this.#changes = new Int32Array(unit.rows.length)
  }

  static of({ unit, entries, places }: Ordered): RowOrder {
    const order = new RowOrder(unit, entries)
    order.places.set(places as Float64Array)
    return order
  }

  of(row: Row): Slot[] {
    return this.entries[row.number] as Slot[]
  }

  copy(): Slot[][] {
    return this.entries.map((row) => [...row])
  }

  use(entries: RowEntries): void {
    for (let row = 0; row < entries.length; row++)
      this.entries[row] = [...(entries[row] as readonly Slot[])]
    this.#changes.fill(++this.#now)
  }

  get now(): number {
    return this.#now
  }

  hasChangedSince(time: number, row: number): boolean {
    return (this.#changes[row] as number) > time
  }

  haveChangedSince(time: number, rows: Int32Array): boolean {
    const changes = this.#changes
    for (let index = 0; index < rows.length; index++)
      if ((changes[rows[index] as number] as number) > time) return true
    return false
  }

  placeOf({ number }: Slot): number {
    return this.places[number] as number
  }

  /** Positions all entries: rows are centred in their frames. */
  place(): void {
    this.#placeFrame(this.unit.root, 0)
  }

  placeRow(row: Row): void {
    this.#placeRow(row, this.#leftOf(row.frame))
  }

  /** Positions entries side by side. */
  placeFrom(row: Row, entries: readonly Slot[], left: number): void {
    this.#changes[row.number] = ++this.#now
    let x = left
    for (const { number, span, frame } of entries) {
      this.places[number] = x + span / 2
      if (frame) this.#placeFrame(frame, x)
      x += span
    }
  }

  #placeFrame({ rows }: Frame, left: number): void {
    for (const row of rows) this.#placeRow(row, left)
  }

  #placeRow(row: Row, left: number): void {
    const entries = this.of(row)
    let width = 0
    for (const { span } of entries) width += span
    this.placeFrom(row, entries, left + (row.frame.span - width) / 2)
  }

  #leftOf({ entry, span }: Frame): number {
    return entry === undefined ? 0 : this.placeOf(entry) - span / 2 - 18
  }

  sealed(): Ordered {
    return { unit: this.unit, entries: this.copy(), places: this.places.slice() }
  }
}

function rowsOfEnds({ slots }: Unit, row: Row, ends: readonly number[][]): Int32Array {
  const rows = new Set<number>()
  for (const { number } of row.entries)
    for (const end of ends[number] as number[]) rows.add((slots[end] as Slot).row.number)
  return Int32Array.from(rows)
}

const slotsAbove = ({ ups, frame }: Slot): number[] =>
  [...ups, ...(frame?.ups ?? [])].map(({ upper }) => upper.number)

const slotsBelow = (entry: Slot): number[] => [
  ...entry.downs.map((link) => otherEnd(link, entry).number),
  ...(entry.frame?.downs ?? []).map((link) => lowerEnd(link, entry).number),
]

/** The end of a link below the border of a frame. */
const lowerEnd = ({ upper, lower, isTurn }: Link, frame: Slot): Slot =>
  isTurn && [...entriesAround(lower)].includes(frame) ? upper : lower
