/** Puts the boxes of a frame into rows: connections point down and are short, and no row is much wider than the others. */

import { groupedBy } from '../../../../grouped.ts'
import type { Orientation } from '../../../picture/direction.ts'
import { leastNumbers, networkSimplex } from '../simplex/network-simplex.ts'
import { type Pair, withoutCycles } from './cycles.ts'

export interface RankedBox {
  readonly width: number
  readonly height: number
  /** Connected with something outside of the frame. */
  readonly isConnectedOutside: boolean
}

const gap = 40
const rowGap = 56
/** Width of rows and of folded ones, in terms of the height of all: for pictures that are a little wider than high. */
export const rowShapes = {
  down: { narrowest: 760, area: 1.9, height: 1.7, folded: 1.3 },
  right: { narrowest: 520, area: 1 / 1.7, height: 1 / 1.7, folded: 1 / 1.7 },
}
/** Boxes of a tree that lead further stay in one row up to this share of the usual width. */
const treeShare = 1.6
/** A row may be wider by this factor before it is split. */
const slack = 1.15
/** With more connections, the longest paths decide. */
const mostExact = 4_000

/** How rows are split that are too wide. */
interface RowSplit {
  /** The part of the usual width that a row may have. */
  readonly share: number
  /** False if the rows of a tree are split like others. */
  readonly keepsTrees: boolean
}

/** @returns rows of indices, each in script order */
export function rankedRows(
  boxes: readonly RankedBox[],
  links: readonly Pair[],
  orientation: Orientation,
  { share, keepsTrees }: RowSplit = { share: 1, keepsTrees: true },
): number[][] {
  const pairs = withoutCycles(boxes.length, links)
  const ranks = ranksOf(boxes.length, pairs)
  const connected = new Set(pairs.flat())
  const byRank = groupedBy(connected, (box) => ranks[box] as number)
  const rows = [...byRank].sort(([a], [b]) => a - b).map(([, row]) => row.sort((a, b) => a - b))
  const widest = share * widestRow(boxes, rows, orientation)
  const width = (row: Row) => widthOf(row, boxes)
  const leads = new Set(pairs.map(([from]) => from))
  // A star has only one family, whose rows are filled evenly.
  const isTree =
    keepsTrees && leads.size > 1 && new Set(pairs.map(([, to]) => to)).size === pairs.length
  const mostInner = treeShare * widestRow(boxes, rows, orientation)
  const lines = rows.flatMap((row) => {
    const inner = row.filter((box) => leads.has(box))
    return isTree && width(inner) <= mostInner
      ? wrapLeaves(row, pairs, width, widest)
      : splitRow(row, pairs, width, widest)
  })
  const alone: number[] = []
  for (const [box, { isConnectedOutside }] of boxes.entries()) {
    if (connected.has(box)) continue
    // Its place among the others depends on what it is connected with outside.
    const shortest = isConnectedOutside ? shortestOf(lines, width) : undefined
    if (shortest === undefined || width(shortest) + width([box]) > widest) alone.push(box)
    else shortest.push(box)
  }
  return [...lines, ...(alone.length > 0 ? splitRow(alone, [], width, widest) : [])]
}

type Row = readonly number[]

export const widthOf = (row: Row, boxes: readonly RankedBox[]): number =>
  row.reduce((sum, box) => sum + (boxes[box]?.width ?? 0) + gap, 0)

export const heightOf = (row: Row, boxes: readonly RankedBox[]): number =>
  rowGap + row.reduce((most, box) => Math.max(most, boxes[box]?.height ?? 0), 0)

/** About the width at which the frame is a little wider than high. */
function widestRow(
  boxes: readonly RankedBox[],
  rows: readonly Row[],
  orientation: Orientation,
): number {
  const { narrowest, ...shape } = rowShapes[orientation]
  const area = boxes.reduce((sum, box) => sum + (box.width + gap) * (box.height + rowGap), 0)
  const height = rows.reduce((sum, row) => sum + heightOf(row, boxes), 0)
  const least = Math.max(
    narrowest,
    Math.sqrt(area * shape.area),
    Math.min(height * shape.height, 1.5 * narrowest),
  )
  return boxes.reduce((most, { width }) => Math.max(most, width + gap), least)
}

function shortestOf(lines: number[][], width: (row: Row) => number): number[] | undefined {
  return lines.reduce<number[] | undefined>(
    (best, row) => (best === undefined || width(row) < width(best) ? row : best),
    undefined,
  )
}

/** Ranks with the least total length of connections. */
function ranksOf(count: number, pairs: readonly Pair[]): number[] {
  const constraints = pairs.map(([from, to]) => ({ from, to, length: 1 }))
  const springs = pairs.map(([from, to]) => ({ from, to, offset: 0, weight: 1 }))
  const exact = pairs.length > mostExact ? undefined : networkSimplex(count, constraints, springs)
  const ranks = exact ?? leastNumbers(count, constraints)
  // Each connected part starts at the top.
  const roots = componentsOf(count, pairs)
  const least = new Map<number, number>()
  roots.forEach((root, box) => {
    least.set(root, Math.min(least.get(root) ?? Number.POSITIVE_INFINITY, ranks[box] as number))
  })
  return roots.map((root, box) => (ranks[box] as number) - (least.get(root) ?? 0))
}

/** The connected component of each box, as its root in a union-find. */
function componentsOf(count: number, pairs: readonly Pair[]): number[] {
  const root = Array.from({ length: count }, (_, box) => box)
  const find = (box: number): number => {
    let node = box
    while (root[node] !== node) {
      root[node] = root[root[node] as number] as number
      node = root[node] as number
    }
    return node
  }
  for (const [a, b] of pairs) root[find(a)] = find(b)
  return root.map((_, box) => find(box))
}

/**
 * Splits a row of a tree that is too wide. Leaves are in columns below their parent, as in an organisation chart. Boxes that lead
 * further stay at one height.
 */
function wrapLeaves(
  row: Row,
  pairs: readonly Pair[],
  width: (row: Row) => number,
  widest: number,
): number[][] {
  const parentOf = new Map(pairs.map(([from, to]) => [to, from]))
  const leads = new Set(parentOf.values())
  const inner = row.filter((box) => leads.has(box))
  const leaves = row.filter((box) => !leads.has(box))
  const families = [...groupedBy(leaves, (box) => parentOf.get(box)).values()]
  const most = Math.max(1, ...families.map(({ length }) => length))
  const room = Math.max(slack * widest, width(inner))
  for (let count = 1; ; count++) {
    const columns = (family: Row) => Math.ceil(family.length / count)
    const lines = Array.from({ length: count }, (_, line) =>
      families.flatMap((family) =>
        family.slice(line * columns(family), (line + 1) * columns(family)),
      ),
    )
    const [first = [], ...others] = lines
    const isBeside = width([...inner, ...first]) <= room
    if (count < most && !isBeside && lines.some((line) => width(line) > room)) continue
    const all = isBeside ? [[...inner, ...first], ...others] : [inner, ...lines]
    return all.filter(({ length }) => length > 0).map((line) => line.sort((a, b) => a - b))
  }
}

/** Splits a row that is too wide; boxes without a connection downwards go into the lower ones. */
function splitRow(
  row: Row,
  pairs: readonly Pair[],
  width: (row: Row) => number,
  widest: number,
): number[][] {
  const whole = width(row)
  const count = Math.ceil(whole / (widest * slack))
  if (count <= 1) return [[...row]]
  const leads = new Set(pairs.map(([from]) => from))
  const led = new Set(pairs.map(([, to]) => to))
  const depth = (box: number) => (led.has(box) ? 1 : 0) + (leads.has(box) ? 0 : 1)
  const sorted = row.toSorted((a, b) => depth(a) - depth(b) || a - b)
  const lines: number[][] = [[]]
  let used = 0
  for (const box of sorted) {
    const needs = width([box])
    if (used > 0 && used + needs / 2 > (whole / count) * lines.length) lines.push([])
    lines.at(-1)?.push(box)
    used += needs
  }
  return lines.map((line) => line.sort((a, b) => a - b))
}
