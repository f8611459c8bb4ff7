/** Finds where boxes and lanes were in the picture of an earlier version, so that they keep their order. */
import { type Orientation, pointIn } from '../../../picture/direction.ts'
import { boundsOf, segmentsOf } from '../../../picture/geometry.ts'
import type { Box } from '../../../picture/picture.ts'
import { boxesIn, earlierBox, earlierMiddle } from '../unit/earlier-boxes.ts'
import type { Frame, Row, Slot, Unit } from '../unit/unit.ts'

/** The middle of the title of a frame, from its upper border. */
const titleMiddle = { down: 15, right: 7 }
/** Price of a pixel from the height of a row; one from its boxes costs 1. */
const farther = 1e6

/** Columns in the earlier picture; new boxes and connections have none. */
export function earlierColumns(unit: Unit): Map<Slot, number> {
  const columns = new Map<Slot, number>()
  const heights = new Map<Row, number>()
  for (const frame of unit.frames) addHeights(frame, heights, unit.orientation)
  for (const row of unit.rows) {
    const y = heights.get(row)
    for (const entry of row.entries) {
      const x =
        entry.kind === 'lane'
          ? laneAt(entry, y, boxAround(row, unit.orientation), unit.orientation)
          : earlierMiddle(entry.item, unit.orientation)
      if (x !== undefined) columns.set(entry, x)
    }
  }
  return columns
}

/** Heights of the rows in the earlier picture; a row of texts is between its neighbours. */
function addHeights(frame: Frame, heights: Map<Row, number>, orientation: Orientation): void {
  const { rows } = frame
  const top = earlierBox(frame, orientation)?.y
  const known = rows.map((row) => {
    if (row.kind === 'title') return top === undefined ? undefined : top + titleMiddle[orientation]
    const boxes = boxesIn(row, orientation)
    if (boxes.length === 0) return undefined
    return boxes.reduce((sum, { y, height }) => sum + y + height / 2, 0) / boxes.length
  })
  rows.forEach((row, at) => {
    const above = boxesIn(rows[at - 1], orientation)
    const below = boxesIn(rows[at + 1], orientation)
    const y = known[at] ?? between(edgeOf(above, 'bottom'), edgeOf(below, 'top'))
    if (y !== undefined) heights.set(row, y)
  })
}

/** Around the boxes of the row, or of the one above it if it has texts. */
const boxAround = (row: Row, orientation: Orientation): Box | undefined =>
  boundsOf(boxesIn(row, orientation)) ??
  boundsOf(boxesIn(row.frame.rows[row.index - 1], orientation)) ??
  earlierBox(row.frame, orientation)

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
  orientation: Orientation,
): number | undefined {
  const link = ups[0] ?? downs[0]
  const points = link?.wire.connection.earlier?.map((point) => pointIn(orientation, point))
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
