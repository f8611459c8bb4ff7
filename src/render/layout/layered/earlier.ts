/** Finds where boxes and lanes were in the picture of an earlier version, so that they keep their order. */
import { boxIn, type Direction, pointIn } from '../../picture/direction.ts'
import { boundsOf, segmentsOf } from '../../picture/geometry.ts'
import type { Box } from '../../picture/picture.ts'
import type { Item } from '../boxes/box-tree.ts'
import { type Frame, type Row, rowsOf, type Slot, type Unit } from './model.ts'

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
          : middleOf(entry, unit.direction)
      if (x !== undefined) columns.set(entry, x)
    }
  }
  return columns
}

function earlierBox({ item }: Slot | Frame, direction: Direction): Box | undefined {
  return item?.earlier && boxIn(direction, item.earlier)
}

function middleOf(entry: Slot, direction: Direction): number | undefined {
  const box = earlierBox(entry, direction)
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
    const [above, below] = [boxesIn(rows[at - 1], direction), boxesIn(rows[at + 1], direction)]
    const y = known[at] ?? between(edgeOf(above, 'bottom'), edgeOf(below, 'top'))
    if (y !== undefined) heights.set(row, y)
  })
}

const boxesIn = (row: Row | undefined, direction: Direction): Box[] =>
  row?.entries.flatMap((entry) => earlierBox(entry, direction) ?? []) ?? []

/** Around the boxes of the row, or of the one above it if it has texts. */
const boxAround = (row: Row, direction: Direction): Box | undefined =>
  boundsOf(boxesIn(row, direction)) ??
  boundsOf(boxesIn(row.frame.rows[row.index - 1], direction)) ??
  earlierBox(row.frame, direction)

/** The rows of the earlier picture, as indices: a new box is in the row of the one before it in the script. Undefined if most are new. */
export function earlierRows(boxes: readonly Item[], direction: Direction): number[][] | undefined {
  const known = boxes.flatMap(({ earlier }, at) => (earlier ? [{ at, ...boxIn(direction, earlier) }] : []))
  if (known.length < boxes.length / 2) return undefined
  const rows: number[][] = []
  let bottom = Number.NEGATIVE_INFINITY
  for (const { at, y, height } of known.sort((a, b) => a.y - b.y)) {
    if (y >= bottom) rows.push([])
    rows.at(-1)?.push(at)
    bottom = Math.max(bottom, y + height)
  }
  for (const [at, { earlier }] of boxes.entries())
    if (earlier === undefined) (rows.find((row) => row.includes(at - 1)) ?? rows[0])?.push(at)
  return rows.map((row) => row.sort((a, b) => a - b))
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
const between = (above: number | undefined, below: number | undefined): number | undefined =>
  above === undefined || below === undefined ? undefined : below < above ? above + 10 : (above + below) / 2

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
  let [nearest, least] = [undefined as number | undefined, isFolded ? farther : Number.POSITIVE_INFINITY]
  for (const [p, q] of isFolded ? along : upright) {
    const away = Math.max(0, Math.min(p.y, q.y) - y, y - Math.max(p.y, q.y))
    const aside = boxes ? Math.max(0, boxes.x - p.x, p.x - boxes.x - boxes.width) : 0
    if (away * farther + aside < least) [nearest, least] = [p.x, away * farther + aside]
  }
  return nearest
}
