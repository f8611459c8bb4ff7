/** The phases that make the frames, rows and wires of a unit from the boxes and connections of the picture. */

import { groupedBy } from '../../../../grouped.ts'
import { type Direction, type Size, sizeIn } from '../../../picture/direction.ts'
import type { Item } from '../../boxes/box-tree.ts'
import type { LocalConnection, RowStyle, UnitRequest } from '../unit/request.ts'
import { spacingFor } from '../unit/spacing.ts'
import { type Frame, newRow, newSlot, type Row, type Slot, type Unit } from '../unit/unit.ts'
import { gridRows } from './grid-rows.ts'
import { keptRows } from './kept-rows.ts'
import { foldRows, rankedRows } from './ranks.ts'

/** Minimum distance of the ends of two wires. */
const closestPorts = 5

/** A unit whose rows are not complete, and what the phases that make them need. */
export interface Draft {
  readonly request: UnitRequest
  readonly style: RowStyle
  readonly unit: Unit
  readonly entries: Map<Item, Slot>
  /** Connections by the frame in which both ends are. */
  readonly local: ReadonlyMap<Item | undefined, LocalConnection[]>
  readonly outside: ReadonlySet<Item>
}

export function startUnit(request: UnitRequest, style: RowStyle): Draft {
  const local = groupedBy(request.connections, ({ home }) => home)
  const unit: Unit = {
    root: undefined as unknown as Frame,
    frames: [],
    wires: [],
    beside: [],
    spacing: spacingFor(countBoxes(request.boxes, request.isClosed)),
    direction: style.direction,
  }
  const outside = connectedOutside(request.connections)
  return { request, style, unit, entries: new Map(), local, outside }
}

/** Makes the frames, from the inside out: the rows of each are those of the script, or the ranks of its boxes. */
export function makeFrames(draft: Draft): void {
  const { unit, request } = draft
  ;(unit as { root: Frame }).root = makeFrame(draft, request.root, request.boxes)
}

function makeFrame(draft: Draft, item: Item | undefined, boxes: readonly Item[]): Frame {
  const { request, style, unit, entries, local, outside } = draft
  const { direction } = style
  const [first] = boxes
  const written = new Set(boxes.map(({ node }) => node.row)).size
  const isWritten = item !== undefined && first !== undefined && (written > 1 || !first.autoLayout)
  const frame: Frame = {
    item,
    entry: undefined,
    rows: [],
    isWritten,
    ups: [],
    downs: [],
    left: 0,
    right: 0,
    height: 0,
    span: 0,
  }
  unit.frames.push(frame)
  const inner = new Map<Item, Frame>()
  for (const box of boxes)
    if (box.children.length > 0 && !request.isClosed(box))
      inner.set(box, makeFrame(draft, box, box.children))
  if (item !== undefined) frame.rows.push(newRow(frame, 'title'))
  const ranked = isWritten
    ? undefined
    : layeredRows(
        { boxes, connections: local.get(item) ?? [], outside, inner },
        item === request.root ? style : { ...style, width: 1, grid: undefined },
      )
  frame.isWritten ||= ranked?.isPath === true
  for (const line of ranked?.rows ?? writtenRows(boxes)) {
    const row = newRow(frame, 'boxes')
    frame.rows.push(row)
    for (const box of line) {
      const size = { ...sizeIn(direction, box), beside: request.roomBeside(box, direction) }
      const entry = entryOf(row, box, size, inner.get(box))
      row.entries.push(entry)
      entries.set(box, entry)
    }
  }
  frame.span = spanOf(frame, direction)
  return frame
}

/** Widens boxes with many wires, because their ends need some pixels each. */
export function widenBoxes({ entries }: Draft): void {
  for (const entry of entries.values()) widen(entry)
}

/** Lanes need space too. */
export function widenFrames({ unit }: Draft): void {
  for (const frame of unit.frames.toReversed()) {
    frame.span = spanOf(frame, unit.direction)
    if (frame.entry) frame.entry.span = frame.span + 36
  }
}

function countBoxes(boxes: readonly Item[], isClosed: (item: Item) => boolean): number {
  return boxes.reduce(
    (sum, box) => sum + 1 + (isClosed(box) ? 0 : countBoxes(box.children, isClosed)),
    0,
  )
}

/** Boxes with a connection that leaves their frame. */
function connectedOutside(connections: readonly LocalConnection[]): Set<Item> {
  const found = new Set<Item>()
  for (const { connection, from, to } of connections) {
    for (const [end, top] of [
      [connection.from, from],
      [connection.to, to],
    ] as const)
      for (let at: Item | undefined = end; at !== undefined && at !== top; at = at.parent)
        found.add(at)
  }
  return found
}

function writtenRows(boxes: readonly Item[]): Item[][] {
  return [...groupedBy(boxes, ({ node }) => node.row)]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row)
}

/** The contents of a frame. */
interface FrameContent {
  readonly boxes: readonly Item[]
  readonly connections: readonly LocalConnection[]
  /** Boxes with a connection that leaves their frame. */
  readonly outside: ReadonlySet<Item>
  /** The frames of those boxes that have any. */
  readonly inner: ReadonlyMap<Item, Frame>
}

function layeredRows(
  { boxes, connections, outside, inner }: FrameContent,
  { isFolded, width, direction, grid, splitsTrees, isKept }: RowStyle,
): { rows: Item[][]; isPath: boolean } {
  const boxesAt = (row: readonly number[]) => row.map((at) => boxes[at] as Item)
  const kept = isKept && keptRows(boxes, connections, direction)
  if (kept) return { ...kept, rows: kept.rows.map(boxesAt) }
  const index = new Map(boxes.map((box, at) => [box, at]))
  const sizesOf = boxes.map((box) => {
    const frame = inner.get(box)
    const isConnectedOutside = outside.has(box)
    if (frame === undefined) return { ...sizeIn(direction, box), isConnectedOutside }
    return { width: frame.span, height: estimatedHeight(frame), isConnectedOutside }
  })
  const pairs = connections.map(
    ({ from, to }) => [index.get(from) ?? 0, index.get(to) ?? 0] as const,
  )
  const ranks = rankedRows(sizesOf, pairs, direction, {
    share: width,
    keepsTrees: !splitsTrees,
  })
  if (grid !== undefined) {
    return { rows: gridRows(ranks, sizesOf, pairs, grid).map(boxesAt), isPath: false }
  }
  const rows = isFolded ? foldRows(ranks, sizesOf, direction) : ranks
  const isPath = rows !== ranks && ranks.every(({ length }) => length === 1)
  return { rows: rows.map(boxesAt), isPath }
}

/** The size of a unit whose rows have no order yet. Wires between boxes take about a fifth of the width. */
export const estimatedSize = ({ root, direction }: Unit): Size =>
  sizeIn(direction, { width: 1.2 * root.span, height: estimatedHeight(root) })

const estimatedHeight = (frame: Frame): number =>
  frame.rows.reduce(
    (sum, { entries }) =>
      sum +
      entries.reduce(
        (most, entry) => Math.max(most, entry.frame ? estimatedHeight(entry.frame) : entry.height),
        0,
      ),
    60 * frame.rows.length,
  )

const spanOf = ({ item, rows }: Frame, direction: Direction): number =>
  rows.reduce(
    (most, { entries }) => Math.max(most, entries.reduce((sum, { span }) => sum + span, 0) + 8),
    item ? sizeIn(direction, item.measured).width : 0,
  )

/** The size of a box in the orientation of the unit, and the space to its right for connections with itself. */
interface BoxSize extends Size {
  readonly beside: number
}

function entryOf(
  row: Row,
  item: Item,
  { width, height, beside }: BoxSize,
  frame: Frame | undefined,
): Slot {
  const half = width / 2
  const entry = newSlot(row, {
    kind: frame ? 'frame' : 'box',
    item,
    frame,
    before: half,
    after: half + beside,
    height,
    span: frame ? frame.span + 36 : width + beside + 36,
  })
  if (frame) frame.entry = entry
  return entry
}

function widen(entry: Slot): void {
  const { item, kind, ups, downs } = entry
  const needed = 16 + closestPorts * (Math.max(ups.length, downs.length) - 1)
  if (kind !== 'box' || !item || needed <= 2 * entry.before) return
  const more = Math.ceil((needed - 2 * entry.before) / 2)
  entry.before += more
  entry.after += more
  entry.span += 2 * more
}
