/** Where boxes were in the picture of an earlier version, in the orientation of the unit. */
import { boxIn, type Orientation } from '../../../picture/direction.ts'
import type { Box } from '../../../picture/picture.ts'
import type { Item } from '../../boxes/box-tree.ts'
import type { Frame, Row, Slot } from './unit.ts'

export function earlierBox({ item }: Slot | Frame, orientation: Orientation): Box | undefined {
  return item?.earlier && boxIn(orientation, item.earlier)
}

export function earlierMiddle(
  item: Item | undefined,
  orientation: Orientation,
): number | undefined {
  const box = item?.earlier && boxIn(orientation, item.earlier)
  return box && box.x + box.width / 2
}

export const boxesIn = (row: Row | undefined, orientation: Orientation): Box[] =>
  row?.entries.flatMap((entry) => earlierBox(entry, orientation) ?? []) ?? []
