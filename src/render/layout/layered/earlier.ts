/** Finds where boxes and lanes were in the picture of an earlier version, so that they keep their order. */
import { groupedBy } from '../../../grouped.ts'
import { boxIn, type Direction, pointIn } from '../../picture/direction.ts'
import { boundsOf, segmentsOf } from '../../picture/geometry.ts'
import type { Box } from '../../picture/picture.ts'
import type { Item } from '../boxes/box-tree.ts'
import { type Pair, withoutCycles } from './cycles.ts'
import type { LocalConnection } from './local-connection.ts'
import { type Frame, type Row, rowsOf, type Slot, type Unit } from './model.ts'
import { networkSimplex } from './network-simplex.ts'

/** A box stays in its row unless that makes so many connections longer. */
const stays = 8
/** The middle of the title of a frame, from its upper border. */
const titleMiddle = { down: 15, right: 7 }
/** Price of a pixel from the height of a row; one from its boxes costs 1. */
const farther = 1e6

/** Columns in the earlier picture; new boxes and connections have none. */
export function earlierColumns(unit: Unit): Map<Slot, number> {
  const columns = new Map<Slot, number>()
  const heights = new Map<Row, number>()
  for (const frame of unit.frames) addHeights(frame, heights, unit.direction)
  for (const row of rowsOf(unit)) {
    const y = heights.get(row)
    for (const entry of row.entries) {
      const x =
        entry.kind === 'lane'
          ? laneAt(entry, y, boxAround(row, unit.direction), unit.direction)
          : middleOf(entry.item, unit.direction)
      if (x !== undefined) columns.set(entry, x)
    }
  }
  return columns
}

function earlierBox({ item }: Slot | Frame, direction: Direction): Box | undefined {
  return item?.earlier && boxIn(direction, item.earlier)
}

function middleOf(item: Item | undefined, direction: Direction): number | undefined {
  const box = item?.earlier && boxIn(direction, item.earlier)
  return box && box.x + box.width / 2
}

/** Heights of the rows in the earlier picture; a row of texts is between its neighbours. */
function addHeights(frame: Frame, heights: Map<Row, number>, direction: Direction): void {
  const { rows } = frame
  const top = earlierBox(frame, direction)?.y
  const known = rows.map((row) => {
    if (row.kind === 'title') return top === undefined ? undefined : top + titleMiddle[direction]
    const boxes = boxesIn(row, direction)
    if (boxes.length === 0) return undefined
    return boxes.reduce((sum, { y, height }) => sum + y + height / 2, 0) / boxes.length
  })
  rows.forEach((row, at) => {
    const above = boxesIn(rows[at - 1], direction)
    const below = boxesIn(rows[at + 1], direction)
    const y = known[at] ?? between(edgeOf(above, 'bottom'), edgeOf(below, 'top'))
    if (y !== undefined) heights.set(row, y)
  })
}

export const boxesIn = (row: Row | undefined, direction: Direction): Box[] =>
  row?.entries.flatMap((entry) => earlierBox(entry, direction) ?? []) ?? []

/** Around the boxes of the row, or of the one above it if it has texts. */
const boxAround = (row: Row, direction: Direction): Box | undefined =>
  boundsOf(boxesIn(row, direction)) ??
  boundsOf(boxesIn(row.frame.rows[row.index - 1], direction)) ??
  earlierBox(row.frame, direction)

/** The direction of the earlier picture: most of its lines start in it. Undefined if it has none of these connections. */
export function earlierDirection(connections: readonly LocalConnection[]): Direction | undefined {
  const lines = connections.flatMap(({ connection }) => {
    const [p, q] = connection.earlier ?? []
    return p && q ? [{ isUpright: p.x === q.x }] : []
  })
  if (lines.length === 0) return undefined
  return 2 * lines.filter(({ isUpright }) => isUpright).length >= lines.length ? 'down' : 'right'
}

/**
 * The rows of the earlier picture, as indices. The target of a new connection gets below its source; nothing else moves.
 * Undefined if most boxes are new.
 */
export function keptRows(
  boxes: readonly Item[],
  connections: readonly LocalConnection[],
  direction: Direction,
): { rows: number[][]; isPath: boolean } | undefined {
  const before = earlierRows(boxes, direction)
  if (2 * before.size < boxes.length) return undefined
  const index = new Map(boxes.map((box, at) => [box, at]))
  const beside: boolean[] = []
  const pairs = connections.flatMap(({ connection: { earlier }, from, to }): Pair[] => {
    const start = index.get(from) as number
    const end = index.get(to) as number
    const above = before.get(start)
    const below = before.get(end)
    if (!earlier || above === undefined || below === undefined) return [[start, end]]
    if (above !== below) return above < below ? [[start, end]] : [[end, start]]
    beside.push(earlier.length === 2 || from.children.length + to.children.length > 0)
    return []
  })
  const links = withoutCycles(boxes.length, pairs)
  const base = boxes.length
  const ranks = networkSimplex(
    base + 1,
    links.map(([from, to]) => ({ from, to, length: 1 })),
    [
      ...links.map(([from, to]) => ({ from, to, offset: 1, weight: 1 })),
      ...boxes.map((_, to) => {
        const offset = before.get(to)
        return {
          from: base,
          to,
          offset: offset ?? before.get(to - 1) ?? 0,
          weight: offset === undefined ? 0.5 : stays,
        }
      }),
    ],
  )
  if (ranks === undefined) return undefined
  const column = (at: number) => middleOf(boxes[at] as Item, direction) ?? Number.POSITIVE_INFINITY
  const isPath = beside.length > 0 && beside.every((isStraight) => isStraight)
  const rows = [...groupedBy(boxes.keys(), (at) => ranks[at] as number)]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row)
  return {
    rows: isPath ? rows.map((row) => row.sort((a, b) => column(a) - column(b))) : rows,
    isPath,
  }
}

/** The number of the row that a box was in. */
function earlierRows(boxes: readonly Item[], direction: Direction): Map<number, number> {
  const known = boxes.flatMap(({ earlier }, at) =>
    earlier ? [{ at, ...boxIn(direction, earlier) }] : [],
  )
  let row = -1
  let bottom = Number.NEGATIVE_INFINITY
  return new Map(
    known
      .sort((a, b) => a.y - b.y)
      .map(({ at, y, height }) => {
        if (y >= bottom) row++
        bottom = Math.max(bottom, y + height)
        return [at, row]
      }),
  )
}

/** Boxes that changed their row: neighbours that were in different rows, and rows that were not below the one before. */
export function changedRows({ frames, direction }: Unit): number {
  const areBeside = (a: Box, b: Box) => a.y < b.y + b.height && b.y < a.y + a.height
  let changed = 0
  for (const { rows } of frames) {
    let above: Box | undefined
    for (const { entries } of rows) {
      const boxes = entries.flatMap((entry) => earlierBox(entry, direction) ?? [])
      const [first] = boxes
      if (first === undefined) continue
      if (above && first.y < above.y + above.height) changed++
      boxes.forEach((box, at) => {
        const before = boxes[at - 1]
        if (before && !areBeside(before, box)) changed++
      })
      above = first
    }
  }
  return changed
}

/** A row that is not lower is at the top of the next column. */
function between(above: number | undefined, below: number | undefined): number | undefined {
  if (above === undefined || below === undefined) return undefined
  return below < above ? above + 10 : (above + below) / 2
}

function edgeOf(boxes: readonly Box[], side: 'top' | 'bottom'): number | undefined {
  if (boxes.length === 0) return undefined
  return side === 'top'
    ? Math.min(...boxes.map(({ y }) => y))
    : Math.max(...boxes.map(({ y, height }) => y + height))
}

/**
 * Where the connection passed the row. One that leads from column to column may pass others at that height, so the nearest piece
 * counts. It did not pass where it runs back or took a shortcut.
 */
function laneAt(
  { ups, downs }: Slot,
  y: number | undefined,
  boxes: Box | undefined,
  direction: Direction,
): number | undefined {
  const link = ups[0] ?? downs[0]
  const points = link?.wire.connection.earlier?.map((point) => pointIn(direction, point))
  if (link === undefined || points === undefined || y === undefined) return undefined
  const { stops, links } = link.wire
  const isDown = stops[links.indexOf(link)] === link.upper
  const upright = segmentsOf(points).filter(([p, q]) => p.x === q.x)
  const along = upright.filter(([p, q]) => p.y < q.y === isDown)
  const isFolded = along.length > 0 && along.length < upright.length
  let nearest = undefined as number | undefined
  let least = isFolded ? farther : Number.POSITIVE_INFINITY
  for (const [p, q] of isFolded ? along : upright) {
    const away = Math.max(0, Math.min(p.y, q.y) - y, y - Math.max(p.y, q.y))
    const aside = boxes ? Math.max(0, boxes.x - p.x, p.x - boxes.x - boxes.width) : 0
    if (away * farther + aside < least) {
      nearest = p.x
      least = away * farther + aside
    }
  }
  return nearest
}
