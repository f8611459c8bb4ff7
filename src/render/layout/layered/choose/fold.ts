/**
 * Folds a tower of groups into columns, like text: what leads from a column to the next one runs through a channel between them. The
 * result is another unit, with the order of the tower. topo has this from no paper.
 */
import { aspectFactor, nearAspect } from '../../../picture/aspect.ts'
import { sizeIn } from '../../../picture/direction.ts'
import { boundsOf } from '../../../picture/geometry.ts'
import { type Ordered, unordered } from '../order/row-order.ts'
import { leftSideOf, rightSideOf } from '../place/placed.ts'
import { rowHeight, rowTop, type Stacked, sizeOf, unitHeight } from '../route/heights.ts'
import {
  addLane,
  draftsAround,
  type FrameDraft,
  indexRows,
  type LinkDraft,
  newFrame,
  newLink,
  newRow,
  newSlot,
  type RowDraft,
  type SlotDraft,
  sealUnit,
} from '../unit/draft.ts'
import { boxesIn } from '../unit/earlier-boxes.ts'
import type { Link, Row, Slot, Unit } from '../unit/unit.ts'
import { UnitCopy } from './copy-unit.ts'

/** Width of a channel, and of a lane in it. */
const channel = 32
const lane = 10
/** The highest column may be higher by this factor from try to try. */
const step = 1.03
/** Keeps lanes of a channel in their order. */
const besideLane = 1e-6

/** Where columns start, so that the unit has about the wanted shape. The columns of the earlier picture come first. None if it has that shape already, or cannot get it. */
export function columnStarts(stacked: Stacked, aspect: number): number[] {
  if (aspectFactor(sizeOf(stacked), aspect) <= nearAspect) return []
  const { unit } = stacked
  const earlier = earlierStarts(unit)
  if (earlier.length > 1 && factorOf(stacked, earlier, aspect) <= nearAspect) return earlier

  let best: number[] = []
  let least = nearAspect
  for (let count = 2; count <= unit.root.rows.length; count++) {
    const starts = evenStarts(stacked, count)
    const factor = factorOf(stacked, starts, aspect)
    if (factor < least) {
      best = starts
      least = factor
    }
  }
  return best
}

/** The factor between the shape in columns and the wanted one. */
function factorOf(stacked: Stacked, starts: readonly number[], aspect: number): number {
  const { root, orientation } = stacked.unit
  const columns = columnsFrom(root.rows, starts)
  const channels = columns
    .slice(1)
    .map(([first]) => lane * linksInto(root.rows, first as Row).length)
  const widths = columns.map((column) => widthOf(stacked, column))
  const heights = columns.map((column) => heightOf(stacked, column))
  const size = {
    width: sumOf(widths) + sumOf(channels) + channel * channels.length,
    height: Math.max(...heights) + 2 * Math.max(0, ...channels) + channel,
  }
  return aspectFactor(sizeIn(orientation, size), aspect)
}

/** Rows that were above the one before them. */
function earlierStarts({ root, orientation }: Unit): number[] {
  let last = Number.POSITIVE_INFINITY
  const starts = root.rows.flatMap((row, index) => {
    const box = boundsOf(boxesIn(row, orientation))
    if (row.kind !== 'boxes' || !box) return []
    const isHigher = box.y < last
    last = box.y
    return isHigher ? [index] : []
  })
  // Rows of new boxes may come before.
  return starts.map((start, column) => (column === 0 ? 0 : start))
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** So many columns at most, about as high as each other. Rows of texts belong to the row of boxes above them. */
function evenStarts(stacked: Stacked, count: number): number[] {
  const { rows } = stacked.unit.root
  for (let most = unitHeight(stacked) / count; ; most *= step) {
    const starts: number[] = []
    for (const [index, row] of rows.entries()) {
      const first = rows[starts.at(-1) ?? rows.length]
      const hasRoom = first && heightOf(stacked, [first, row]) <= most
      if (row.kind === 'boxes' && !hasRoom) starts.push(index)
    }
    if (starts.length <= count) return starts
  }
}

const columnsFrom = <R extends Row | RowDraft>(
  rows: readonly R[],
  starts: readonly number[],
): R[][] => starts.map((start, index) => rows.slice(start, starts[index + 1]))

function widthOf(stacked: Stacked, rows: readonly Row[]): number {
  const entries = rows.flatMap((row) => row.entries)
  const rights = entries.map((entry) => rightSideOf(stacked, entry))
  const lefts = entries.map((entry) => leftSideOf(stacked, entry))
  return Math.max(...rights) - Math.min(...lefts)
}

function heightOf(stacked: Stacked, rows: readonly Row[]): number {
  const last = rows.at(-1) as Row
  return rowTop(stacked, last) + rowHeight(stacked, last) - rowTop(stacked, rows[0] as Row)
}

const linksInto = (rows: readonly Row[], row: Row): Link[] =>
  rows[row.index - 1]?.gutter.links.filter(({ isTurn }) => !isTurn) ?? []

export const foldColumns = (ordered: Ordered, starts: readonly number[]): Ordered =>
  new ColumnFold(ordered).fold(starts)

class ColumnFold {
  readonly #ordered: Ordered
  readonly #copy: UnitCopy
  /** The row of the columns, and the one above them through which wires reach them. */
  readonly #above: RowDraft
  readonly #beside: RowDraft
  /** Positions of the lanes in channels. */
  readonly #places = new Map<SlotDraft, number>()

  constructor(ordered: Ordered) {
    this.#ordered = ordered
    this.#copy = new UnitCopy(ordered)
    const [root] = this.#copy.draft.frames
    this.#above = newRow(root as FrameDraft, 'texts')
    this.#beside = newRow(this.#above.frame, 'boxes')
  }

  /** The order in each row stays. A wire that is further to the right turns earlier, so that no two cross on their way. */
  fold(starts: readonly number[]): Ordered {
    const { rows } = this.#ordered.unit.root
    const columns = columnsFrom(rows, starts)
    const cuts = columns.slice(1).map(([first]) => this.#cutBefore(first as Row))
    const { frame: root } = this.#beside
    root.rows = [this.#above, this.#beside]

    const lanes = columns.map((column, index) => {
      this.#addColumn(
        column.map((row) => this.#copy.row(row)),
        index,
      )
      return (cuts[index] ?? []).map(() => addLane(this.#beside))
    })
    indexRows(this.#copy.draft.frames)
    for (const [column, links] of cuts.entries()) {
      for (const [index, link] of links.entries())
        this.#leadThrough(lanes[column]?.[index] as SlotDraft, link, index)
    }
    return this.#sealed()
  }

  #placeOf({ number }: Slot): number {
    return this.#ordered.places[number] as number
  }

  #cutBefore(row: Row): Link[] {
    return linksInto(this.#ordered.unit.root.rows, row).sort(
      (a, b) =>
        this.#placeOf(b.lower) - this.#placeOf(a.lower) ||
        this.#placeOf(b.upper) - this.#placeOf(a.upper),
    )
  }

  #addColumn(rows: RowDraft[], index: number): void {
    const { frame: root } = this.#beside
    const frame = newFrame(root.item, root.isWritten)
    frame.span = root.span
    frame.rows = rows
    for (const row of rows) row.frame = frame

    const entry = newSlot(this.#beside, {
      kind: 'frame',
      frame,
      before: 0,
      after: 0,
      height: 0,
      span: 0,
    })
    frame.entry = entry
    this.#beside.entries.push(entry)
    this.#copy.draft.frames.splice(1 + index, 0, frame)
  }

  /** Replaces a link to the next row by one from below the columns and one from above them. */
  #leadThrough(slot: SlotDraft, cut: Link, index: number): void {
    this.#places.set(slot, this.#placeOf(cut.lower) - besideLane * index)
    const link = this.#copy.link(cut)
    const { wire, upper, lower } = link
    takeOut(link)
    const position = wire.links.indexOf(link)
    const down = newLink(wire, upper, slot)
    const up = newLink(wire, slot, lower, this.#above)
    const links = wire.stops[position] === upper ? [down, up] : [up, down]
    wire.links.splice(position, 1, ...links)
    wire.stops.splice(position + 1, 0, slot)
  }

  #sealed(): Ordered {
    const unit = sealUnit(this.#copy.draft)
    const places = new Float64Array(unit.slots.length)
    for (const slot of this.#ordered.unit.slots)
      places[this.#copy.slot(slot).number] = this.#placeOf(slot)
    for (const [{ number }, place] of this.#places) places[number] = place
    return { unit, entries: unordered(unit), places }
  }
}

/** From its ends, from its gutter, and from the borders that it crosses. */
function takeOut(link: LinkDraft): void {
  const { upper, lower, gutter } = link
  for (const links of [gutter.links, upper.downs, lower.ups]) remove(links, link)
  for (const { row } of draftsAround(upper)) remove(row.frame.downs, link)
  for (const { row } of draftsAround(lower)) remove(row.frame.ups, link)
}

function remove(links: LinkDraft[], link: LinkDraft): void {
  const position = links.indexOf(link)
  if (position >= 0) links.splice(position, 1)
}
