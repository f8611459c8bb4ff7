/** Lays the wires of a unit: each connection gets a lane in every row that it passes, and its text a lane of its own width. */

import { sizeIn } from '../../picture/direction.ts'
import { measureTag } from '../../picture/measure.ts'
import type { Item } from '../boxes/box-tree.ts'
import type { Tag } from '../boxes/edge-labels.ts'
import type { LocalConnection } from './local-connection.ts'
import {
  type Frame,
  type Link,
  newRow,
  newSlot,
  numberRows,
  type Row,
  type Slot,
  type Unit,
  type Wire,
} from './model.ts'

/** Estimated width of a lane. */
const laneWidth = 14

function laneOf(row: Row, text?: Tag): Slot {
  const half = text === undefined ? 0 : text.width / 2
  const entry = newSlot(row, {
    ...{ kind: 'lane', text, before: half, after: half, height: text?.height ?? 0 },
    span: laneWidth + 2 * half,
  })
  row.entries.push(entry)
  return entry
}

export class Wiring {
  readonly #unit: Unit
  readonly #entries: ReadonlyMap<Item, Slot>
  readonly #frames: ReadonlyMap<Item | undefined, Frame>

  constructor(unit: Unit, entries: ReadonlyMap<Item, Slot>, frames: ReadonlyMap<Item | undefined, Frame>) {
    this.#unit = unit
    this.#entries = entries
    this.#frames = frames
  }

  add(connections: readonly LocalConnection[]): void {
    const texts = this.#chooseTextRows(connections)
    for (const one of connections) this.#lay(one, texts.get(one))
  }

  #isBeside(a: Slot, b: Slot, { connection }: LocalConnection): boolean {
    // Only neighbours that stay neighbours.
    if (!a.row.frame.isWritten) return false
    if (a.row !== b.row || a.kind !== 'box' || b.kind !== 'box') return false
    if (connection.from !== a.item || connection.to !== b.item) return false
    const { entries } = a.row
    return Math.abs(entries.indexOf(a) - entries.indexOf(b)) === 1
  }

  /** Gives each text a row of texts between the rows of its connection: an existing one, or where it needs least width. */
  #chooseTextRows(connections: readonly LocalConnection[]): Map<LocalConnection, Row> {
    const used = new Map<Row, number>()
    const below = new Map<Row, Row>()
    const chosen = new Map<LocalConnection, Row>()
    for (const one of connections) {
      const [from, to] = [this.#entryAt(one.from), this.#entryAt(one.to)]
      if (one.text === null || from.row === to.row) continue
      const [upper, lower] = [from.row, to.row].sort((a, b) => a.index - b.index) as [Row, Row]
      const rows = upper.frame.rows.slice(upper.index, lower.index)
      const best = rows.reduce((least, row) => (price(row) < price(least) ? row : least))
      used.set(best, (used.get(best) ?? 0) + this.#textBox(one.text).width + laneWidth)
      const texts = below.get(best) ?? newRow(best.frame, 'texts')
      below.set(best, texts)
      chosen.set(one, texts)
    }
    for (const { rows } of this.#unit.frames)
      rows.splice(
        0,
        rows.length,
        ...rows.flatMap((row) => {
          const texts = below.get(row)
          return texts ? [row, texts] : [row]
        }),
      )
    numberRows(this.#unit)
    return chosen

    function price(row: Row): number {
      return below.has(row) ? (used.get(row) ?? 0) : 240
    }
  }

  #entryAt(item: Item): Slot {
    return this.#entries.get(item) as Slot
  }

  #textBox(text: string): Tag {
    const { lines, ...size } = measureTag(text)
    return { x: 0, y: 0, ...sizeIn(this.#unit.direction, size), text: lines[0] ?? '' }
  }

  #lay(one: LocalConnection, texts: Row | undefined): void {
    const { connection, edge, from, to, text } = one
    const [start, end] = [this.#entryAt(from), this.#entryAt(to)]
    if (this.#isBeside(start, end, one)) {
      const [left, right] = [start, end].sort((a, b) => a.row.entries.indexOf(a) - b.row.entries.indexOf(b))
      const isForward = left === start
      this.#unit.beside.push({ edge, left: left as Slot, right: right as Slot, isForward })
      return
    }
    const wire: Wire = { connection, edge, hasText: text !== null, stops: [], links: [] }
    const isDown = start.row.index < end.row.index
    const isTurn = start.row === end.row
    wire.stops.push(...this.#wayOut(connection.from, start, isDown || isTurn))
    if (!isTurn) {
      const { rows } = start.row.frame
      const [first, last] = isDown ? [start.row.index, end.row.index] : [end.row.index, start.row.index]
      const lanes = rows.slice(first + 1, last).map((row) => {
        if (row !== texts || text === null) return laneOf(row)
        return laneOf(row, this.#textBox(text))
      })
      wire.stops.push(...(isDown ? lanes : lanes.reverse()))
    }
    wire.stops.push(...this.#wayOut(connection.to, end, !isDown).reverse())
    this.#unit.wires.push(wire)
    wire.stops.slice(1).forEach((stop, at) => {
      this.#link(wire, wire.stops[at] as Slot, stop)
    })
  }

  /** From a box to the border of the outermost frame around it below `top`; a frame itself is left at its border. */
  #wayOut(item: Item, top: Slot, isDown: boolean): Slot[] {
    const stops: Slot[] = [this.#entryAt(item)]
    for (let at = stops[0] as Slot; at !== top; ) {
      const { frame, index } = at.row
      const rows = isDown ? frame.rows.slice(index + 1) : frame.rows.slice(0, index).reverse()
      for (const row of rows) stops.push(laneOf(row))
      at = this.#frames.get(frame.item)?.entry as Slot
    }
    return stops
  }

  #link(wire: Wire, a: Slot, b: Slot): void {
    const [outerA, outerB] = meeting(a, b)
    const isTurn = outerA.row === outerB.row
    const isDown = outerA.row.index <= outerB.row.index
    const [upper, lower, upperOuter] = isDown ? [a, b, outerA] : [b, a, outerB]
    const { gutter } = upperOuter.row
    const link: Link = { wire, upper, lower, isTurn, gutter, upperX: 0, lowerX: 0, track: 0 }
    gutter.links.push(link)
    if (!isTurn) gutter.passing.push(link)
    wire.links.push(link)
    for (const [end, isUpper] of [
      [upper, true],
      [lower, isTurn],
    ] as const) {
      ;(isUpper ? end.downs : end.ups).push(link)
      // The frames whose border the link crosses on its way into the gutter.
      for (let { frame } = end.row; frame !== upperOuter.row.frame; frame = frame.entry.row.frame) {
        ;(isUpper ? frame.downs : frame.ups).push(link)
        if (frame.entry === undefined) break
      }
    }
  }
}

/** The entries of one frame that are or contain two entries. */
function meeting(a: Slot, b: Slot): [Slot, Slot] {
  if (a.row.frame === b.row.frame) return [a, b]
  const up = (entry: Slot): Slot[] => {
    const all = [entry]
    for (let at = entry.row.frame.entry; at !== undefined; at = at.row.frame.entry) all.push(at)
    return all.reverse()
  }
  const [one, other] = [up(a), up(b)]
  let depth = 0
  while (one[depth] === other[depth] && depth + 1 < Math.min(one.length, other.length)) depth++
  return [one[depth] as Slot, other[depth] as Slot]
}
