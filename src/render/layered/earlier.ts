/** Finds where boxes and lanes were in the picture of an earlier version, so that they keep their order. */
import type { Point } from '../picture.ts'
import { type Frame, type Row, rowsOf, type Slot, type Unit } from './model.ts'

/** The middle of the title of a frame, from its upper border. */
const titleMiddle = 15

/** Columns in the earlier picture; new boxes and connections have none. */
export function earlierColumns(unit: Unit): Map<Slot, number> {
  const columns = new Map<Slot, number>()
  const heights = new Map<Row, number>()
  for (const frame of unit.frames) addHeights(frame, heights)
  for (const row of rowsOf(unit)) {
    const y = heights.get(row)
    for (const entry of row.entries) {
      const x = entry.kind === 'lane' ? laneAt(entry, y) : middleOf(entry)
      if (x !== undefined) columns.set(entry, x)
    }
  }
  return columns
}

const middleOf = ({ item }: Slot): number | undefined =>
  item?.earlier && item.earlier.x + item.earlier.width / 2

/** Heights of the rows in the earlier picture; a row of texts is between its neighbours. */
function addHeights({ item, rows }: Frame, heights: Map<Row, number>): void {
  const known = rows.map((row) => {
    if (row.kind === 'title') return item?.earlier && item.earlier.y + titleMiddle
    const boxes = row.entries.flatMap((entry) => entry.item?.earlier ?? [])
    if (boxes.length === 0) return undefined
    return boxes.reduce((sum, { y, height }) => sum + y + height / 2, 0) / boxes.length
  })
  rows.forEach((row, at) => {
    const y = known[at] ?? between(edgeOf(rows[at - 1], 'bottom'), edgeOf(rows[at + 1], 'top'))
    if (y !== undefined) heights.set(row, y)
  })
}

const between = (above: number | undefined, below: number | undefined): number | undefined =>
  above === undefined || below === undefined ? undefined : (above + below) / 2

function edgeOf(row: Row | undefined, side: 'top' | 'bottom'): number | undefined {
  const boxes = row?.entries.flatMap((entry) => entry.item?.earlier ?? []) ?? []
  if (boxes.length === 0) return undefined
  return side === 'top'
    ? Math.min(...boxes.map(({ y }) => y))
    : Math.max(...boxes.map(({ y, height }) => y + height))
}

/** Where the connection passed the row. */
function laneAt({ ups, downs }: Slot, y: number | undefined): number | undefined {
  const points = (ups[0] ?? downs[0])?.wire.connection.earlier
  if (points === undefined || y === undefined) return undefined
  let [nearest, least] = [undefined as number | undefined, Number.POSITIVE_INFINITY]
  points.slice(1).forEach((q, at) => {
    const p = points[at] as Point
    if (p.x !== q.x) return
    const distance = Math.max(0, Math.min(p.y, q.y) - y, y - Math.max(p.y, q.y))
    if (distance < least) [nearest, least] = [p.x, distance]
  })
  return nearest
}
