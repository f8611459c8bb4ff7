/**
 * The fifth phase: routes the wires between the rows, which move apart for them.
 *
 * Each gutter is a channel with tracks (`tracks.ts` has the papers). Not in them: ends move where no order of the tracks keeps
 * links apart (`separate-ends.ts`), and nested frames get their heights (`heights.ts`).
 */
import { copyOf, type Placed } from '../place/placed.ts'
import type { Spacing } from '../unit/spacing.ts'
import { type DrawnWire, drawWires } from './draw-wires.ts'
import { type Stacked, stackRows, type Tracked } from './heights.ts'
import { separateEnds } from './separate-ends.ts'
import { assignTracks } from './tracks.ts'

/** Ends that move change the links of the next rows too. */
const mostRounds = 6

/** A unit whose wires have their points. */
export interface Routed extends Stacked {
  readonly wires: readonly DrawnWire[]
}

export const routeWires = (placed: Placed): Routed => drawTracked(chooseTracks(placed))

export function drawTracked(tracked: Tracked, spacing?: Spacing): Routed {
  return drawStacked(stackRows(tracked, spacing))
}

export const drawStacked = (stacked: Stacked): Routed => ({
  ...stacked,
  wires: drawWires(stacked),
})

/**
 * Moves ends that no tracks keep apart.
 * @param before tracks of other columns of the unit
 */
export function chooseTracks(placed: Placed, before?: Tracked): Tracked {
  const draft = copyOf(placed)
  let assigned = assignTracks(draft, before)
  for (let round = 0; round < mostRounds && assigned.conflicts.length > 0; round++) {
    separateEnds(draft, assigned.conflicts)
    assigned = assignTracks(draft, assigned)
  }
  const { tracks, trackCounts, conflicts, gutters } = assigned
  return { ...draft, tracks, trackCounts, conflictCount: conflicts.length, gutters }
}
