/** Separates edges on the same line, as far as there is room. */
import { Obstacles } from './obstacles.ts'
import type { Box, Point } from './picture.ts'

const step = 9
/** Minimum distance at which two lines look separate. */
const close = 6
const clearance = 8

/** A segment of an edge between two turns, as an interval along one axis. */
interface Segment {
  readonly edge: number
  /** Index of its first point. */
  readonly at: number
  line: number
  readonly low: number
  readonly high: number
  /** True for the first and last segment, which must stay at their ports. */
  readonly fixed: boolean
  /** Where the segments before and after lead; sorting by it reduces crossings. */
  readonly towards: number
}

type Draft = { x: number; y: number }[]

export function separate(routes: readonly (readonly Point[])[], boxes: readonly Box[]): Point[][] {
  const drafts: Draft[] = routes.map((points) => points.map(({ x, y }) => ({ x, y })))
  const obstacles = Obstacles.of(boxes)
  for (const axis of ['x', 'y'] as const) {
    const pieces = drafts.flatMap((points, edge) => piecesOf(points, edge, axis))
    for (const group of overlapping(pieces))
      if (new Set(group.map(({ edge }) => edge)).size > 1) nudge(group, pieces, axis, drafts, obstacles)
  }
  return drafts
}

function piecesOf(points: Draft, edge: number, axis: 'x' | 'y'): Segment[] {
  const along = axis === 'x' ? 'y' : 'x'
  return points.slice(0, -1).flatMap((p, at): Segment[] => {
    const q = points[at + 1] as Point
    if (p[axis] !== q[axis] || p[along] === q[along]) return []
    const [before, after] = [points[at - 1], points[at + 2]]
    const [low, high] = [Math.min(p[along], q[along]), Math.max(p[along], q[along])]
    const towards = (before?.[axis] ?? p[axis]) + (after?.[axis] ?? p[axis])
    return [{ edge, at, line: p[axis], low, high, fixed: !before || !after, towards }]
  })
}

/** Groups segments that are on about the same line and overlap. */
function overlapping(pieces: readonly Segment[]): Segment[][] {
  const sorted = pieces.toSorted((a, b) => a.line - b.line || a.low - b.low || a.edge - b.edge)
  const groups: Segment[][] = []
  const open: { group: Segment[]; line: number }[] = []
  for (const piece of sorted) {
    while (open.length > 0 && piece.line - (open[0]?.line ?? 0) >= close) open.shift()
    const found = open.find(({ group }) =>
      group.some((other) => piece.low < other.high + close && other.low < piece.high + close),
    )
    if (found) {
      found.group.push(piece)
      found.line = piece.line
    } else {
      const group = [piece]
      groups.push(group)
      open.push({ group, line: piece.line })
    }
  }
  return groups
}

function nudge(
  group: readonly Segment[],
  pieces: readonly Segment[],
  axis: 'x' | 'y',
  drafts: Draft[],
  obstacles: Obstacles<Box>,
): void {
  const movable = group.filter(({ fixed }) => !fixed).sort((a, b) => a.towards - b.towards || a.edge - b.edge)
  const lines =
    movable.length < group.length
      ? besideFixed(pieces, movable, axis, obstacles)
      : spaceOut(movable, axis, obstacles)
  movable.forEach((piece, i) => {
    const { edge, at } = piece
    const line = Math.round((lines[i] ?? 0) * 2) / 2
    piece.line = line
    const points = drafts[edge] as Draft
    ;(points[at] as Draft[number])[axis] = line
    ;(points[at + 1] as Draft[number])[axis] = line
  })
}

/** Spreads segments around their common line. */
function spaceOut(group: readonly Segment[], axis: 'x' | 'y', obstacles: Obstacles<Box>): number[] {
  const middle = group.reduce((sum, { line }) => sum + line, 0) / group.length
  const low = group.reduce((least, piece) => Math.min(least, piece.low), Number.POSITIVE_INFINITY)
  const high = group.reduce((most, piece) => Math.max(most, piece.high), Number.NEGATIVE_INFINITY)
  const reach = (step * group.length) / 2 + clearance
  const [from, to] = room(axis, middle, reach, low, high, obstacles)
  const distance = Math.min(step, Math.max(0, to - from) / group.length)
  const half = (distance * (group.length - 1)) / 2
  const centre = Math.min(Math.max(middle, from + half), to - half)
  return group.map((_, i) => centre + distance * i - half)
}

/** Moves each segment to the nearest free line beside the fixed ones. */
function besideFixed(
  pieces: readonly Segment[],
  movable: readonly Segment[],
  axis: 'x' | 'y',
  obstacles: Obstacles<Box>,
): number[] {
  return movable.map((piece) => {
    const { line, low, high, towards, edge } = piece
    const taken = pieces
      .filter((other) => other.edge !== edge && other.low < high && low < other.high)
      .map((other) => other.line)
    const [from, to] = room(axis, line, step * 4, low, high, obstacles)
    const first = Math.sign(towards - 2 * line) || 1
    const free = [0, 1, -1, 2, -2, 3, -3]
      .map((count) => line + count * first * step)
      .find(
        (place) => place >= from && place <= to && taken.every((other) => Math.abs(other - place) >= close),
      )
    piece.line = free ?? line
    return piece.line
  })
}

/** How far a line can move to both sides without touching a box. */
function room(
  axis: 'x' | 'y',
  middle: number,
  reach: number,
  low: number,
  high: number,
  obstacles: Obstacles<Box>,
): [from: number, to: number] {
  const [from, length] = [middle - reach, 2 * reach]
  const area: Box =
    axis === 'x'
      ? { x: from, y: low, width: length, height: Math.max(1, high - low) }
      : { x: low, y: from, width: Math.max(1, high - low), height: length }
  let [least, most] = [from, from + length]
  for (const box of obstacles.within(area)) {
    const [start, end] = axis === 'x' ? [box.x, box.x + box.width] : [box.y, box.y + box.height]
    if (end <= middle) least = Math.max(least, end + clearance)
    else if (start >= middle) most = Math.min(most, start - clearance)
    else return [middle, middle]
  }
  return least <= most ? [least, most] : [middle, middle]
}
