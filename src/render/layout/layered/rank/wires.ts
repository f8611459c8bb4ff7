/**
 * The second phase: makes a unit of the rows, with a wire for each connection.
 *
 * A connection gets a lane in every row that it passes: the dummy nodes of Sugiyama, Tagawa and Toda, "Methods for visual
 * understanding of hierarchical system structures" (1981). Not in the paper: a text gets a lane of its width, in a row of texts
 * between the rows of boxes. A wire leaves nested frames through their rows.
 */

import { type Size, sizeIn } from '../../../picture/direction.ts'
import { measureTag } from '../../../picture/measure.ts'
import type { Item } from '../../boxes/box-tree.ts'
import type { Tag } from '../../boxes/edge-labels.ts'
import {
  addLane,
  type FrameDraft,
  indexRows,
  laneWidth,
  newFrame,
  newLink,
  newRow,
  newSlot,
  type RowDraft,
  type SlotDraft,
  sealUnit,
  type UnitDraft,
  type WireDraft,
} from '../unit/draft.ts'
import {
  type LocalConnection,
  MOST_PIECES,
  MOST_ROUTED,
  type UnitRequest,
} from '../unit/request.ts'
import { spacingFor } from '../unit/spacing.ts'
import type { Frame, Unit } from '../unit/unit.ts'
import { boxSizeIn, estimatedGap, type Ranked, type RankedFrame, rowEnds, spanGap } from './rank.ts'

/** Minimum distance of the ends of two wires. */
const closestPorts = 5
/** Estimated width of a row of texts that does not exist yet. */
const newTextRow = 240

/** The ends of a connection, in the frame that both are in. */
interface WireEnds {
  readonly local: LocalConnection
  readonly start: SlotDraft
  readonly end: SlotDraft
}

export const layWires = (ranked: Ranked): Unit => new WireLayer(ranked).unit()

class WireLayer {
  readonly #ranked: Ranked
  readonly #draft: UnitDraft
  readonly #entries = new Map<Item, SlotDraft>()

  constructor(ranked: Ranked) {
    const { boxes, isClosed } = ranked.request
    this.#ranked = ranked
    this.#draft = {
      frames: [],
      wires: [],
      isRouted: true,
      beside: [],
      spacing: spacingFor(countBoxes(boxes, isClosed)),
      orientation: ranked.style.orientation,
      isBackwards: ranked.request.isBackwards,
    }
  }

  unit(): Unit {
    const { root, request } = this.#ranked
    this.#addFrame(root)
    indexRows(this.#draft.frames)

    const isFew = request.connections.length <= MOST_ROUTED
    this.#draft.isRouted = isFew && this.#countPieces() <= MOST_PIECES
    if (this.#draft.isRouted) {
      const textRows = this.#addTextRows()
      for (const local of request.connections) this.#addConnection(local, textRows.get(local))
    }
    for (const entry of this.#entries.values()) widenBox(entry)
    this.#widenFrames()
    return sealUnit(this.#draft)
  }

  /** About as many as there will be, before any is made. */
  #countPieces(): number {
    return this.#ranked.request.connections.reduce((sum, local) => {
      const { start, end } = this.#endsOf(local)
      const { from, to } = local.connection
      const isDown = start.row.index <= end.row.index
      const between = Math.abs(start.row.index - end.row.index)
      return sum + between + this.#rowsOut(from, start, isDown) + this.#rowsOut(to, end, !isDown)
    }, 0)
  }

  /** The rows from a box to the border of the outermost frame around it below `top`. */
  #rowsOut(item: Item, top: SlotDraft, isDown: boolean): number {
    let count = 0
    let entry = this.#entries.get(item) as SlotDraft
    for (; entry !== top; entry = entry.row.frame.entry as SlotDraft) {
      const { frame, index } = entry.row
      count += isDown ? frame.rows.length - 1 - index : index
    }
    return count
  }

  #addFrame(ranked: RankedFrame): FrameDraft {
    const { item, isWritten, rows } = ranked
    const frame = newFrame(item, isWritten)
    this.#draft.frames.push(frame)
    const inner = new Map<Item, FrameDraft>()
    for (const [box, innerFrame] of ranked.inner) inner.set(box, this.#addFrame(innerFrame))

    if (item !== undefined) frame.rows.push(newRow(frame, 'title'))
    for (const boxes of rows) {
      const row = newRow(frame, 'boxes')
      frame.rows.push(row)
      for (const box of boxes) this.#addBox(row, box, inner.get(box))
    }
    frame.span = ranked.span
    return frame
  }

  #addBox(row: RowDraft, item: Item, frame: FrameDraft | undefined): void {
    const { orientation } = this.#draft
    const { width, height, beside } = boxSizeIn(this.#ranked.request, item, orientation)
    const half = width / 2
    const entry = newSlot(row, {
      kind: frame ? 'frame' : 'box',
      item,
      frame,
      before: half,
      after: half + beside,
      height,
      span: (frame ? frame.span : width + beside) + spanGap,
    })
    if (frame) frame.entry = entry
    row.entries.push(entry)
    this.#entries.set(item, entry)
  }

  /** Gives each text a row of texts between the rows of its connection: an existing one, or where it needs least width. */
  #addTextRows(): Map<LocalConnection, RowDraft> {
    const used = new Map<RowDraft, number>()
    const below = new Map<RowDraft, RowDraft>()
    const chosen = new Map<LocalConnection, RowDraft>()
    const price = (row: RowDraft) => (below.has(row) ? (used.get(row) ?? 0) : newTextRow)

    for (const local of this.#ranked.request.connections) {
      const { start, end } = this.#endsOf(local)
      if (local.text === null || start.row === end.row) continue
      const rows = rowsBetween(start.row, end.row)
      const best = rows.reduce((least, row) => (price(row) < price(least) ? row : least))
      used.set(best, (used.get(best) ?? 0) + this.#tagOf(local.text).width + laneWidth)
      const texts = below.get(best) ?? newRow(best.frame, 'texts')
      below.set(best, texts)
      chosen.set(local, texts)
    }
    for (const frame of this.#draft.frames)
      frame.rows = frame.rows.flatMap((row) => [row, below.get(row) ?? []].flat())
    indexRows(this.#draft.frames)
    return chosen
  }

  #tagOf(text: string): Tag {
    const { lines, ...size } = measureTag(text)
    return { x: 0, y: 0, ...sizeIn(this.#draft.orientation, size), text: lines.join('\n') }
  }

  #endsOf(local: LocalConnection): WireEnds {
    const start = this.#entries.get(local.from) as SlotDraft
    const end = this.#entries.get(local.to) as SlotDraft
    return { local, start, end }
  }

  #addConnection(local: LocalConnection, textRow: RowDraft | undefined): void {
    const ends = this.#endsOf(local)
    if (areBeside(ends)) this.#addBeside(ends)
    else this.#addWire(ends, textRow)
  }

  #addBeside({ local, start, end }: WireEnds): void {
    const { entries } = start.row
    const isForward = entries.indexOf(start) < entries.indexOf(end)
    this.#draft.beside.push({
      edge: local.edge,
      left: isForward ? start : end,
      right: isForward ? end : start,
      isForward,
      text: local.text,
    })
  }

  #addWire(ends: WireEnds, textRow: RowDraft | undefined): void {
    const { local, start, end } = ends
    const { connection, edge, text } = local
    const isDown = start.row.index < end.row.index
    const isTurn = start.row === end.row
    const wayOut = this.#wayOut(connection.from, start, isDown || isTurn)
    const lanes = isTurn ? [] : this.#lanesBetween(ends, textRow)
    const wayIn = this.#wayOut(connection.to, end, !isDown).reverse()

    const stops = [...wayOut, ...lanes, ...wayIn]
    const wire: WireDraft = { connection, edge, hasText: text !== null, stops, links: [] }
    this.#draft.wires.push(wire)
    for (let index = 1; index < stops.length; index++) {
      const from = stops[index - 1] as SlotDraft
      wire.links.push(newLink(wire, from, stops[index] as SlotDraft))
    }
  }

  #lanesBetween({ local, start, end }: WireEnds, textRow: RowDraft | undefined): SlotDraft[] {
    const tag = local.text === null ? undefined : this.#tagOf(local.text)
    const [, ...rows] = rowsBetween(start.row, end.row)
    const lanes = rows.map((row) => addLane(row, row === textRow ? tag : undefined))
    return start.row.index < end.row.index ? lanes : lanes.reverse()
  }

  /** From a box to the border of the outermost frame around it below `top`; a frame itself is left at its border. */
  #wayOut(item: Item, top: SlotDraft, isDown: boolean): SlotDraft[] {
    const box = this.#entries.get(item) as SlotDraft
    const stops = [box]
    for (let entry = box; entry !== top; entry = entry.row.frame.entry as SlotDraft) {
      const { frame, index } = entry.row
      const rows = isDown ? frame.rows.slice(index + 1) : frame.rows.slice(0, index).reverse()
      for (const row of rows) stops.push(addLane(row))
    }
    return stops
  }

  /** Lanes need space too. */
  #widenFrames(): void {
    for (const frame of this.#draft.frames.toReversed()) {
      frame.span = spanOf(frame, this.#draft)
      if (frame.entry) frame.entry.span = frame.span + spanGap
    }
  }
}

function countBoxes(boxes: readonly Item[], isClosed: UnitRequest['isClosed']): number {
  return boxes.reduce(
    (sum, box) => sum + 1 + (isClosed(box) ? 0 : countBoxes(box.children, isClosed)),
    0,
  )
}

/** The rows from the upper one to the one before the lower one. */
function rowsBetween(a: RowDraft, b: RowDraft): RowDraft[] {
  const first = Math.min(a.index, b.index)
  return a.frame.rows.slice(first, Math.max(a.index, b.index))
}

/** Only neighbours that stay neighbours. */
function areBeside({ local, start, end }: WireEnds): boolean {
  const { connection } = local
  if (!start.row.frame.isWritten) return false
  if (start.row !== end.row || start.kind !== 'box' || end.kind !== 'box') return false
  if (connection.from !== start.item || connection.to !== end.item) return false
  const { entries } = start.row
  return Math.abs(entries.indexOf(start) - entries.indexOf(end)) === 1
}

const spanOf = ({ item, rows }: FrameDraft, { orientation }: UnitDraft): number =>
  rows.reduce(
    (most, { entries }) =>
      Math.max(most, entries.reduce((sum, { span }) => sum + span, 0) + rowEnds),
    item ? sizeIn(orientation, item.measured).width : 0,
  )

/** Widens boxes with many wires, because their ends need some pixels each. */
function widenBox(entry: SlotDraft): void {
  const { item, kind, ups, downs } = entry
  const needed = 16 + closestPorts * (Math.max(ups.length, downs.length) - 1)
  if (kind !== 'box' || !item || needed <= 2 * entry.before) return
  const more = Math.ceil((needed - 2 * entry.before) / 2)
  entry.before += more
  entry.after += more
  entry.span += 2 * more
}

/** The size of a unit whose rows have no order yet. Wires between boxes take about a fifth of the width. */
export const estimatedSize = ({ root, orientation }: Unit): Size =>
  sizeIn(orientation, { width: 1.2 * root.span, height: estimatedHeight(root) })

const estimatedHeight = ({ rows }: Frame): number =>
  rows.reduce(
    (sum, { entries }) =>
      sum +
      entries.reduce(
        (most, entry) => Math.max(most, entry.frame ? estimatedHeight(entry.frame) : entry.height),
        0,
      ),
    estimatedGap * rows.length,
  )
