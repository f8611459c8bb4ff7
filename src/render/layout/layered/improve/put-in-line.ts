/** Puts boxes of the best candidate in line, and the rows of a tower nearer to each other. */

import { besideGapIn } from '../place/place.ts'
import { leftBorderOf, rightBorderOf } from '../place/placed.ts'
import { type Tracked, unitHeight } from '../route/heights.ts'
import { chooseTracks, drawTracked, type Routed } from '../route/route.ts'
import { spacingOfTower } from '../unit/spacing.ts'
import { lineUp } from './in-line.ts'

export function putInLine(routed: Routed): Routed {
  const { unit } = routed
  const tracked = inLine(routed)
  const width = Math.max(1, rightBorderOf(tracked, unit.root) - leftBorderOf(tracked, unit.root))
  return drawTracked(tracked, spacingOfTower(unit.spacing, unitHeight(routed) / width))
}

/** Unless lines would then lie on each other. */
function inLine(routed: Routed): Tracked {
  const { placed, hasMovedEnds } = lineUp(routed, besideGapIn(routed.unit))
  if (!hasMovedEnds) {
    const { tracks, trackCounts, conflictCount, gutters } = routed
    return { ...placed, tracks, trackCounts, conflictCount, gutters }
  }
  const tracked = chooseTracks(placed, routed)
  return tracked.conflictCount > routed.conflictCount ? routed : tracked
}
