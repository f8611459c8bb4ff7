/** The part of the stage that a box over it takes from the picture. */
import type { Insets } from '../view/view.ts'

/** A box of this share of the width leaves no room beside it. */
const wide = 0.7

type Rect = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom' | 'width' | 'height'>

/** The strip at the edge of the stage that is nearest to the box: above or below a wide one, else beside it. */
export function coveredBy(box: Rect, stage: Rect): Partial<Insets> {
  const left = box.left - stage.left
  const right = stage.right - box.right
  const top = box.top - stage.top
  const bottom = stage.bottom - box.bottom
  if (box.width > stage.width * wide)
    return top < bottom ? { top: top + box.height } : { bottom: bottom + box.height }
  return left < right ? { left: left + box.width } : { right: right + box.width }
}
