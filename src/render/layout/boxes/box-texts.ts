/** Where the texts of boxes stand that lines must avoid. */
import { measureTitle, sizes } from '../../picture/measure.ts'
import type { Box } from '../../picture/picture.ts'
import type { Item } from './box-tree.ts'

/** The number of replicas, at the upper right corner. */
export const badgeOf = ({ x, y, width, node }: Item): Box[] =>
  (node.replicas ?? 1) > 1 ? [{ x: x + width - 36, y: y - 8, width: 34, height: 16 }] : []

/** The text in the head of a frame. */
export const titleOf = ({ x, y, measured, label }: Item): Box => ({
  x: x + 10,
  y: y + 6,
  width: Math.min(measured.width, measureTitle(label).width) - 20,
  height: sizes.frameHead - 12,
})
