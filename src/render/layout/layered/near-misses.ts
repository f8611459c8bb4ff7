/** Finds boxes above each other whose centres differ by so little that it looks like a mistake. */
import { Obstacles } from '../boxes/obstacles.ts'
import { boxAt } from './draw-wires.ts'
import { rowsOf, type Slot, type Unit } from './model.ts'

/** Centres that are this near look as if they were meant to be equal. */
const nearly = 12
/** Readers compare two boxes at most this far apart, in pixels. */
const inSight = 140

/** A box, and one below it that should have the same centre. */
export type BoxPair = readonly [above: Slot, below: Slot]

/** With the pairs that have the same centre, which should keep it; none if all have. */
export function nearMisses(unit: Unit): BoxPair[] {
  const boxes = [...rowsOf(unit)]
    .flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'box'))
    .map((entry) => ({ ...boxAt(entry), entry }))
  const all = Obstacles.of(boxes)
  const pairs = boxes.flatMap(({ entry, y, height }) => {
    const below = { x: entry.x - nearly, y: y + height, width: 2 * nearly, height: inSight }
    return [...all.within(below)]
      .filter((other) => other.y >= below.y && Math.abs(other.entry.x - entry.x) <= nearly)
      .map((other): BoxPair => [entry, other.entry])
  })
  return pairs.some(([a, b]) => a.x !== b.x) ? pairs : []
}
