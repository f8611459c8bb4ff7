/** Reads rows from the positions of boxes. */
import { boxIn } from '../../picture/direction.ts'
import type { Box } from '../../picture/picture.ts'

/** Rows from top to bottom, each from left to right; in a picture that leads to the right, columns in the same way. */
export function boxesInRows<Value extends Box>(
  values: readonly Value[],
  direction: 'down' | 'right',
): Value[][] {
  const rows: { value: Value; box: Box }[][] = []
  let bottom = Number.NEGATIVE_INFINITY
  const placed = values.map((value) => ({ value, box: boxIn<Box>(direction, value) }))
  for (const one of placed.sort((a, b) => a.box.y - b.box.y)) {
    const { y, height } = one.box
    if (y >= bottom) rows.push([])
    rows.at(-1)?.push(one)
    bottom = Math.max(bottom, y + height)
  }
  return rows.map((row) => row.sort((a, b) => a.box.x - b.box.x).map(({ value }) => value))
}
