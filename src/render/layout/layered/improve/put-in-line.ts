/** Puts boxes of the best candidate in line, and the rows of a tower nearer to each other. */

import { besideGapIn } from '../place/place.ts'
import { leftBorderOf, rightBorderOf } from '../place/placed.ts'
import { unitHeight } from '../route/heights.ts'
import { chooseTracks, drawTracked, type Routed } from '../route/route.ts'
import { spacingOfTower } from '../unit/spacing.ts'
import { lineUp } from './in-line.ts'

export function putInLine(routed: Routed): Routed {
  const { unit, tracks, trackCounts } = routed
  const { placed, hasMovedEnds } = lineUp(routed, besideGapIn(unit))
  const tracked = hasMovedEnds ? chooseTracks(placed) : { ...placed, tracks, trackCounts }
  const width = Math.max(1, rightBorderOf(tracked, unit.root) - leftBorderOf(tracked, unit.root))
  return drawTracked(tracked, spacingOfTower(unit.spacing, unitHeight(routed) / width))
}
