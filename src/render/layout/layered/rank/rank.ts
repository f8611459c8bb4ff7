/**
 * The first phase: puts the boxes of each frame into rows.
 *
 * The rows are those of the script or of an earlier picture (`kept-rows.ts`), else ranks. `cycles.ts` turns connections round until
 * there is no cycle. `ranks.ts` gives boxes the ranks with the least total length of connections, by network simplex: Gansner,
 * Koutsofios, North and Vo, "A technique for drawing directed graphs" (1993). Not in the paper: wide rows are split, towers are
 * folded, and a wanted shape gets a grid (`grid-rows.ts`).
 */

import { groupedBy } from '../../../../grouped.ts'
import { type Orientation, type Size, sizeIn } from '../../../picture/direction.ts'
import type { Item } from '../../boxes/box-tree.ts'
import type { LocalConnection, RowStyle, UnitRequest } from '../unit/request.ts'
import type { Pair } from './cycles.ts'
import { foldRows } from './fold-rows.ts'
import { gridRows } from './grid-rows.ts'
import { keptRows } from './kept-rows.ts'
import { rankedRows } from './ranks.ts'

/** The rows of a unit, which have no order yet. */
export interface Ranked {
  readonly request: UnitRequest
  readonly style: RowStyle
  readonly root: RankedFrame
}

export interface RankedFrame {
  readonly item: Item | undefined
  /** The order in the rows is fixed: as written in the script, or along a path. */
  readonly isWritten: boolean
  /** The frames in it, in the order of the script. */
  readonly inner: ReadonlyMap<Item, RankedFrame>
  readonly rows: readonly (readonly Item[])[]
  /** Estimates, for the rows of the frame around it. */
  readonly span: number
  readonly height: number
}

/** The rows of one frame. */
export interface FrameRows<Box> {
  readonly rows: readonly (readonly Box[])[]
  /** Each row leads on from the end of the one before. */
  readonly isPath: boolean
}

/** The size of a box in the orientation of the unit, and the space to its right for connections with itself. */
export interface RowBoxSize extends Size {
  readonly beside: number
}

/** Beside a box or frame, for ordering. */
export const spanGap = 36
/** Beside the entries of a row. */
export const rowEnds = 8

export const boxSizeIn = (
  { sizeOf, roomBeside }: UnitRequest,
  item: Item,
  orientation: Orientation,
): RowBoxSize => ({ ...sizeIn(orientation, sizeOf(item)), beside: roomBeside(item, orientation) })

export function rank(request: UnitRequest, style: RowStyle): Ranked {
  return { request, style, root: new Ranking(request, style).frame(request.root, request.boxes) }
}

class Ranking {
  readonly #request: UnitRequest
  readonly #style: RowStyle
  /** Connections by the frame in which both ends are. */
  readonly #local: ReadonlyMap<Item | undefined, readonly LocalConnection[]>
  /** Boxes with a connection that leaves their frame. */
  readonly #outside: ReadonlySet<Item>

  constructor(request: UnitRequest, style: RowStyle) {
    this.#request = request
    this.#style = style
    this.#local = groupedBy(request.connections, ({ home }) => home)
    this.#outside = connectedOutside(request.connections)
  }

  /** From the inside out, because the size of a frame decides about the rows around it. */
  frame(item: Item | undefined, boxes: readonly Item[]): RankedFrame {
    const inner = new Map<Item, RankedFrame>()
    for (const box of boxes) {
      if (box.children.length > 0 && !this.#request.isClosed(box))
        inner.set(box, this.frame(box, box.children))
    }
    const isWritten = item !== undefined && hasWrittenRows(boxes)
    const { rows, isPath } = isWritten ? writtenRows(boxes) : this.#rowsOf(item, boxes, inner)
    return {
      item,
      isWritten: isWritten || isPath,
      inner,
      rows,
      span: this.#spanOf(item, rows, inner),
      height: this.#heightOf(item, rows, inner),
    }
  }

  #spanOf(item: Item | undefined, rows: FrameRows<Item>['rows'], inner: RankedFrame['inner']) {
    const { orientation } = this.#style
    const spans = rows.map((row) => row.reduce((sum, box) => sum + this.#boxSpan(box, inner), 0))
    const least = item ? sizeIn(orientation, item.measured).width : 0
    return spans.reduce((most, span) => Math.max(most, span + rowEnds), least)
  }

  #boxSpan(box: Item, inner: RankedFrame['inner']): number {
    const frame = inner.get(box)
    if (frame) return frame.span + spanGap
    const { width, beside } = boxSizeIn(this.#request, box, this.#style.orientation)
    return width + beside + spanGap
  }

  #heightOf(item: Item | undefined, rows: FrameRows<Item>['rows'], inner: RankedFrame['inner']) {
    const { orientation } = this.#style
    const boxHeight = (box: Item) =>
      inner.get(box)?.height ?? sizeIn(orientation, this.#request.sizeOf(box)).height
    const heights = rows.map((row) => row.reduce((most, box) => Math.max(most, boxHeight(box)), 0))
    return heights.reduce(
      (sum, height) => sum + height,
      estimatedGap * (rows.length + (item ? 1 : 0)),
    )
  }

  #rowsOf(
    item: Item | undefined,
    boxes: readonly Item[],
    inner: RankedFrame['inner'],
  ): FrameRows<Item> {
    const connections = this.#local.get(item) ?? []
    const { rows, isPath } =
      this.#keptRows(boxes, connections) ?? this.#rowsByRank({ item, boxes, connections, inner })
    return { rows: rows.map((row) => row.map((box) => boxes[box] as Item)), isPath }
  }

  #keptRows(
    boxes: readonly Item[],
    connections: readonly LocalConnection[],
  ): FrameRows<number> | undefined {
    const { isKept, orientation } = this.#style
    const { isBackwards } = this.#request
    return isKept ? keptRows(boxes, connections, { orientation, isBackwards }) : undefined
  }

  #rowsByRank({ item, boxes, connections, inner }: FrameContent): FrameRows<number> {
    const { isFolded, orientation, spareRows, splitsTrees } = this.#style
    // Only the outermost frame has the wanted shape.
    const isOutermost = item === this.#request.root
    const share = isOutermost ? this.#style.width : 1
    const grid = isOutermost ? this.#style.grid : undefined

    const sizes = boxes.map((box) => this.#boxToRank(box, inner.get(box)))
    const pairs = pairsOf(boxes, connections)
    const ranks = rankedRows(sizes, pairs, orientation, { share, keepsTrees: !splitsTrees })
    if (grid !== undefined) return { rows: gridRows(ranks, sizes, pairs, grid), isPath: false }

    const rows = isFolded ? foldRows(ranks, sizes, pairs, { orientation, spareRows }) : ranks
    return { rows, isPath: rows !== ranks && ranks.every(({ length }) => length === 1) }
  }

  #boxToRank(box: Item, frame: RankedFrame | undefined) {
    const { width, height } = frame
      ? { width: frame.span, height: frame.height }
      : sizeIn(this.#style.orientation, this.#request.sizeOf(box))
    return { width, height, isConnectedOutside: this.#outside.has(box) }
  }
}

/** Between two rows, in an estimate. */
export const estimatedGap = 60

/** The boxes and connections of a frame. */
interface FrameContent {
  readonly item: Item | undefined
  readonly boxes: readonly Item[]
  readonly connections: readonly LocalConnection[]
  /** The frames of those boxes that have any. */
  readonly inner: RankedFrame['inner']
}

function pairsOf(boxes: readonly Item[], connections: readonly LocalConnection[]): Pair[] {
  const index = new Map(boxes.map((box, number) => [box, number]))
  return connections.map(({ from, to }) => [index.get(from) ?? 0, index.get(to) ?? 0])
}

/** Boxes with a connection that leaves their frame. */
function connectedOutside(connections: readonly LocalConnection[]): Set<Item> {
  const outside = new Set<Item>()
  const addWay = (end: Item, top: Item) => {
    for (let box: Item | undefined = end; box !== undefined && box !== top; box = box.parent)
      outside.add(box)
  }
  for (const { connection, from, to } of connections) {
    addWay(connection.from, from)
    addWay(connection.to, to)
  }
  return outside
}

function hasWrittenRows(boxes: readonly Item[]): boolean {
  const [first] = boxes
  if (first === undefined) return false
  return !first.autoLayout || new Set(boxes.map(({ node }) => node.row)).size > 1
}

function writtenRows(boxes: readonly Item[]): FrameRows<Item> {
  const rows = [...groupedBy(boxes, ({ node }) => node.row)]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row)
  return { rows, isPath: false }
}
