/** Compares the rows of a unit with those of an earlier picture. */
import type { Box } from '../../../picture/picture.ts'
import type { Item } from '../../boxes/box-tree.ts'
import { entriesOf, type Ordered, unordered } from '../order/row-order.ts'
import { earlierBox } from '../unit/earlier-boxes.ts'
import type { UnitRequest } from '../unit/request.ts'
import type { Frame, Unit } from '../unit/unit.ts'

/** A unit with any order of its rows. */
type RowsInOrder = Pick<Ordered, 'unit' | 'entries'>

/** Boxes that changed their row: neighbours that were in different rows, and rows that were not below the one before. */
export const changedRows = (ordered: RowsInOrder): number =>
  ordered.unit.frames.reduce((sum, frame) => sum + changedRowsIn(frame, ordered), 0)

function changedRowsIn({ rows }: Frame, ordered: RowsInOrder): number {
  const { orientation } = ordered.unit
  let changed = 0
  let above: Box | undefined
  for (const row of rows) {
    const boxes = entriesOf(ordered, row).flatMap((entry) => earlierBox(entry, orientation) ?? [])
    const [first] = boxes
    if (first === undefined) continue
    if (above && first.y < above.y + above.height) changed++
    for (const [index, box] of boxes.slice(1).entries())
      if (!wereBeside(boxes[index] as Box, box)) changed++
    above = first
  }
  return changed
}

const wereBeside = (a: Box, b: Box): boolean => a.y < b.y + b.height && b.y < a.y + a.height

/** True if the earlier picture has the same boxes and connections, in the same frames and rows: after an edit of texts, what was best still is. */
export function hasEarlierRows(request: UnitRequest, unit: Unit): boolean {
  const { boxes, connections, aspect, hasLost } = request
  if (hasLost || aspect !== undefined) return false
  const hasNothingNew =
    wereInside(undefined, boxes) && connections.every(({ connection }) => connection.earlier)
  return hasNothingNew && changedRows({ unit, entries: unordered(unit) }) === 0
}

function wereInside(frame: Box | undefined, boxes: readonly Item[]): boolean {
  const inner = boxes.filter(({ children }) => children.length > 0)
  return boxes.every(({ earlier, children }) => {
    if (earlier === undefined || (frame && !isInside(earlier, frame))) return false
    const wasInInner = inner.some((other) => other.earlier && isInside(earlier, other.earlier))
    return !wasInInner && wereInside(earlier, children)
  })
}

/** False for the frame itself. */
const isInside = ({ x, y, width, height }: Box, frame: Box): boolean =>
  x > frame.x &&
  y > frame.y &&
  x + width < frame.x + frame.width &&
  y + height < frame.y + frame.height
