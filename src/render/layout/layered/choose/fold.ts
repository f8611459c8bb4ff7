/** Folds a tower of groups into columns, like text: what leads from a column to the next one runs through a channel between them. */
import { aspectFactor, nearAspect } from '../../../picture/aspect.ts'
import { sizeIn } from '../../../picture/direction.ts'
import { boundsOf } from '../../../picture/geometry.ts'
import { sizeOf } from '../route/heights.ts'
import { boxesIn } from '../unit/earlier-boxes.ts'
import {
  entriesAround,
  type Frame,
  type Link,
  leftSideOf,
  newRow,
  newSlot,
  numberRows,
  type Row,
  rightSideOf,
  type Slot,
  type Unit,
} from '../unit/unit.ts'
import { laneOf, newLink } from '../wire/wires.ts'

/** Width of a channel, and of a lane in it. */
const channel = 32
const lane = 10
/** The highest column may be higher by this factor from try to try. */
const step = 1.03

/** Where columns start, so that the unit has about the wanted shape. The columns of the earlier picture come first. None if it has that shape already, or cannot get it. */
export function columnStarts(unit: Unit, aspect: number): number[] {
  const { root, direction } = unit
  const { rows } = root
  if (aspectFactor(sizeOf(unit), aspect) <= nearAspect) return []
  const factorOf = (starts: readonly number[]): number => {
    const columns = columnsFrom(rows, starts)
    const channels = columns.slice(1).map(([first]) => lane * linksInto(rows, first as Row).length)
    const size = {
      width: sumOf(columns.map(widthOf)) + sumOf(channels) + channel * channels.length,
      height: Math.max(...columns.map(heightOf)) + 2 * Math.max(0, ...channels) + channel,
    }
    return aspectFactor(sizeIn(direction, size), aspect)
  }
  const before = earlierStarts(unit)
  if (before.length > 1 && factorOf(before) <= nearAspect) return before
  let best = [] as number[]
  let least = nearAspect
  for (let count = 2; count <= rows.length; count++) {
    const starts = evenStarts(root, count)
    const factor = factorOf(starts)
    if (factor < least) {
      best = starts
      least = factor
    }
  }
  return best
}

/** Rows that were above the one before them. */
function earlierStarts({ root, direction }: Unit): number[] {
  let last = Number.POSITIVE_INFINITY
  return root.rows.flatMap((row, at) => {
    const box = boundsOf(boxesIn(row, direction))
    if (row.kind !== 'boxes' || !box) return []
    const isHigher = box.y < last
    last = box.y
    return isHigher ? [at] : []
  })
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** So many columns at most, about as high as each other. Rows of texts belong to the row of boxes above them. */
function evenStarts({ rows, height }: Frame, count: number): number[] {
  for (let most = height / count; ; most *= step) {
    const starts: number[] = []
    for (const [at, row] of rows.entries()) {
      const first = rows[starts.at(-1) ?? rows.length]
      if (row.kind === 'boxes' && !(first && heightOf([first, row]) <= most)) starts.push(at)
    }
    if (starts.length <= count) return starts
  }
}

const columnsFrom = (rows: readonly Row[], starts: readonly number[]): Row[][] =>
  starts.map((start, at) => rows.slice(start, starts[at + 1]))

function widthOf(rows: readonly Row[]): number {
  const entries = rows.flatMap((row) => row.entries)
  return Math.max(...entries.map(rightSideOf)) - Math.min(...entries.map(leftSideOf))
}

function heightOf(rows: readonly Row[]): number {
  const first = rows[0] as Row
  const last = rows.at(-1) as Row
  return last.top + last.height - first.top
}

const linksInto = (rows: readonly Row[], row: Row): Link[] =>
  rows[row.index - 1]?.gutter.links.filter(({ isTurn }) => !isTurn) ?? []

/** The order in each row stays. A wire that is further to the right turns earlier, so that no two cross on their way. */
export function foldColumns(unit: Unit, starts: readonly number[]): void {
  const { root, frames } = unit
  const { rows } = root
  const columns = columnsFrom(rows, starts)
  const above = newRow(root, 'texts')
  const beside = newRow(root, 'boxes')
  const cuts = columns
    .slice(1)
    .map(([first]) =>
      linksInto(rows, first as Row).sort(
        (a, b) => b.lower.place - a.lower.place || b.upper.place - a.upper.place,
      ),
    )
  root.rows = [above, beside]
  const lanes = columns.map((column, at) => {
    const frame: Frame = { ...root, entry: undefined, rows: column, ups: [], downs: [] }
    const entry = newSlot(beside, { kind: 'frame', frame, before: 0, after: 0, height: 0, span: 0 })
    frame.entry = entry
    for (const row of column) row.frame = frame
    beside.entries.push(entry)
    frames.splice(1 + at, 0, frame)
    return (cuts[at] ?? []).map(() => laneOf(beside))
  })
  numberRows(unit)
  for (const [at, links] of cuts.entries())
    for (const [index, link] of links.entries())
      leadThrough(lanes[at]?.[index] as Slot, link, above, index)
}

/** Replaces a link to the next row by one from below the columns and one from above them. */
function leadThrough(slot: Slot, link: Link, above: Row, index: number): void {
  const { wire, upper, lower, gutter } = link
  slot.place = lower.place - 1e-6 * index
  for (const links of [gutter.links, gutter.passing, upper.downs, lower.ups]) remove(links, link)
  for (const { row } of entriesAround(upper)) remove(row.frame.downs, link)
  for (const { row } of entriesAround(lower)) remove(row.frame.ups, link)
  const at = wire.links.indexOf(link)
  const made = [newLink(wire, upper, slot), newLink(wire, slot, lower, above)]
  wire.links.splice(at, 1, ...(wire.stops[at] === upper ? made : made.reverse()))
  wire.stops.splice(at + 1, 0, slot)
}

function remove(links: Link[], link: Link): void {
  const at = links.indexOf(link)
  if (at >= 0) links.splice(at, 1)
}
