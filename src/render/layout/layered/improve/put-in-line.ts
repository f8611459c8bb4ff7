/** Puts boxes of the best candidate in line, and the rows of a tower nearer to each other. */
import { besideGaps, chooseTracks, textsOf } from '../phases.ts'
import { type DrawnWire, drawWires } from '../route/draw-wires.ts'
import { assignHeights } from '../route/heights.ts'
import type { UnitRequest } from '../unit/request.ts'
import { spacingOfTower } from '../unit/spacing.ts'
import type { Unit } from '../unit/unit.ts'
import { lineUp } from './in-line.ts'

/** The last step, for the best candidate only. A tower gets nearer to the shape of a page. */
export function putInLine(unit: Unit, { connections }: UnitRequest): readonly DrawnWire[] {
  const textOf = textsOf(connections)
  if (lineUp(unit, besideGaps(unit, textOf))) chooseTracks(unit)
  const { spacing, root } = unit
  assignHeights(unit, spacingOfTower(spacing, root.height / Math.max(1, root.right - root.left)))
  return drawWires(unit, textOf)
}
