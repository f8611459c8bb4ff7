/** Lays the wires of a unit: each connection gets a lane in every row that it passes, and its text a lane of its own width. */

import { sizeIn } from '../../../picture/direction.ts'
import { measureTag } from '../../../picture/measure.ts'
import type { Item } from '../../boxes/box-tree.ts'
import type { Tag } from '../../boxes/edge-labels.ts'
import type { Draft } from '../rank/build.ts'
import type { LocalConnection } from '../unit/request.ts'
import {
  entriesAround,
  type Frame,
  type Link,
  newRow,
  newSlot,
  numberRows,
  type Row,
  type Slot,
  type Unit,
  type Wire,
} from '../unit/unit.ts'

/** Estimated width of a lane. */
const laneWidth = 14

export function laneOf(row: Row, text?: Tag): Slot {
  const half = text === undefined ? 0 : text.width / 2
  const entry = newSlot(row, {
    kind: 'lane',
    text,
    before: half,
    after: half,
    height: text?.height ?? 0,
    span: laneWidth + 2 * half,
  })
  row.entries.push(entry)
  return entry
}

export function layWires(draft: Draft): void {
  const { isRouted, connections } = draft.request
  if (!isRouted) return
  const texts = chooseTextRows(draft)
  for (const one of connections) layWire(draft, one, texts.get(one))
}

function isBeside(a: Slot, b: Slot, { connection }: LocalConnection): boolean {
  // Only neighbours that stay neighbours.
  if (!a.row.frame.isWritten) return false
  if (a.row !== b.row || a.kind !== 'box' || b.kind !== 'box') return false
  if (connection.from !== a.item || connection.to !== b.item) return false
  const { entries } = a.row
  return Math.abs(entries.indexOf(a) - entries.indexOf(b)) === 1
}

/** Gives each text a row of texts between the rows of its connection: an existing one, or where it needs least width. */
function chooseTextRows({ request, unit, entries }: Draft): Map<LocalConnection, Row> {
  const used = new Map<Row, number>()
  const below = new Map<Row, Row>()
  const chosen = new Map<LocalConnection, Row>()
  const price = (row: Row) => (below.has(row) ? (used.get(row) ?? 0) : 240)
  for (const one of request.connections) {
    const from = entries.get(one.from) as Slot
    const to = entries.get(one.to) as Slot
    if (one.text === null || from.row === to.row) continue
    const [upper, lower] = [from.row, to.row].sort((a, b) => a.index - b.index) as [Row, Row]
    const rows = upper.frame.rows.slice(upper.index, lower.index)
    const best = rows.reduce((least, row) => (price(row) < price(least) ? row : least))
    used.set(best, (used.get(best) ?? 0) + textBox(one.text, unit).width + laneWidth)
    const texts = below.get(best) ?? newRow(best.frame, 'texts')
    below.set(best, texts)
    chosen.set(one, texts)
  }
  for (const frame of unit.frames)
    frame.rows = frame.rows.flatMap((row) => [row, below.get(row) ?? []].flat())
  numberRows(unit)
  return chosen
}

function textBox(text: string, { direction }: Unit): Tag {
  const { lines, ...size } = measureTag(text)
  return { x: 0, y: 0, ...sizeIn(direction, size), text: lines[0] ?? '' }
}

function layWire(draft: Draft, one: LocalConnection, texts: Row | undefined): void {
  const { unit, entries } = draft
  const { connection, edge, from, to, text } = one
  const start = entries.get(from) as Slot
  const end = entries.get(to) as Slot
  if (isBeside(start, end, one)) {
    const isForward = start.row.entries.indexOf(start) < start.row.entries.indexOf(end)
    const [left, right] = isForward ? [start, end] : [end, start]
    unit.beside.push({ edge, left, right, isForward })
    return
  }
  const wire: Wire = { connection, edge, hasText: text !== null, stops: [], links: [] }
  const isDown = start.row.index < end.row.index
  const isTurn = start.row === end.row
  wire.stops.push(...wayOut(draft, connection.from, start, isDown || isTurn))
  if (!isTurn) {
    const { rows } = start.row.frame
    const [first, last] = isDown
      ? [start.row.index, end.row.index]
      : [end.row.index, start.row.index]
    const lanes = rows
      .slice(first + 1, last)
      .map((row) => laneOf(row, row === texts && text !== null ? textBox(text, unit) : undefined))
    wire.stops.push(...(isDown ? lanes : lanes.reverse()))
  }
  wire.stops.push(...wayOut(draft, connection.to, end, !isDown).reverse())
  unit.wires.push(wire)
  wire.links.push(
    ...wire.stops.slice(1).map((stop, at) => newLink(wire, wire.stops[at] as Slot, stop)),
  )
}

/** From a box to the border of the outermost frame around it below `top`; a frame itself is left at its border. */
function wayOut({ entries }: Draft, item: Item, top: Slot, isDown: boolean): Slot[] {
  const stops: Slot[] = [entries.get(item) as Slot]
  for (let at = stops[0] as Slot; at !== top; at = at.row.frame.entry as Slot) {
    const { frame, index } = at.row
    const rows = isDown ? frame.rows.slice(index + 1) : frame.rows.slice(0, index).reverse()
    for (const row of rows) stops.push(laneOf(row))
  }
  return stops
}

/** @param above the row over which a turn runs */
export function newLink(wire: Wire, a: Slot, b: Slot, above?: Row): Link {
  const [outerA, outerB] = meeting(a, b)
  const isTurn = outerA.row === outerB.row
  const isDown = outerA.row.index <= outerB.row.index
  const [upper, lower, upperOuter] = isDown ? [a, b, outerA] : [b, a, outerB]
  const { gutter } = above ?? upperOuter.row
  const isOver = above !== undefined
  const link: Link = { wire, upper, lower, isTurn, isOver, gutter, upperX: 0, lowerX: 0, track: 0 }
  gutter.links.push(link)
  if (!isTurn) gutter.passing.push(link)
  for (const end of [upper, lower]) {
    const isUpper = !isOver && (end === upper || isTurn)
    addToEnd(link, end, upperOuter.row.frame, isUpper)
  }
  return link
}

/** With the frames whose border the link crosses on its way into the gutter, up to the frame that has the gutter. */
function addToEnd(link: Link, end: Slot, outer: Frame, isUpper: boolean): void {
  const links = isUpper ? end.downs : end.ups
  links.push(link)
  for (let { frame } = end.row; frame !== outer; frame = frame.entry.row.frame) {
    const crossing = isUpper ? frame.downs : frame.ups
    crossing.push(link)
    if (frame.entry === undefined) break
  }
}

/** The entries of one frame that are or contain two entries. */
function meeting(a: Slot, b: Slot): [Slot, Slot] {
  if (a.row.frame === b.row.frame) return [a, b]
  const up = (entry: Slot): Slot[] => [...entriesAround(entry)].reverse()
  const one = up(a)
  const other = up(b)
  let depth = 0
  while (one[depth] === other[depth] && depth + 1 < Math.min(one.length, other.length)) depth++
  return [one[depth] as Slot, other[depth] as Slot]
}
