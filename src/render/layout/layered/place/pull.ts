/** A wish of two boxes for a distance between their columns. */
import type { Slot } from '../unit/unit.ts'

/** Two boxes should have this distance between their axes, or two frames between their left borders. */
export interface Pull {
  readonly from: Slot
  readonly to: Slot
  readonly offset: number
}
