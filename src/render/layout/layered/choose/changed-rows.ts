/** Counts how much the rows of a unit differ from those of an earlier picture. */
import type { Box } from '../../../picture/picture.ts'
import { earlierBox } from '../unit/earlier-boxes.ts'
import type { Unit } from '../unit/unit.ts'

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
