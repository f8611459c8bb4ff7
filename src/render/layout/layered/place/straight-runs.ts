/** Lanes of a wire that get one column in a large picture, so that finding the columns takes a fraction of the time. */
import type { Ordered } from '../order/row-order.ts'
import type { Link, Numbers, Slot } from '../unit/unit.ts'

/** With fewer lanes, each gets its own column. */
const manyLanes = 2_500

/** Runs of lanes that no other lane crosses, by each of their lanes. */
export function straightRuns({ unit, places }: Ordered): Map<Slot, Slot[]> {
  const runs = new Map<Slot, Slot[]>()
  const lanes = unit.slots.filter(({ kind }) => kind === 'lane')
  if (lanes.length < manyLanes) return runs
  for (const { gutter } of unit.rows) {
    for (const { upper, lower } of uncrossed(gutter.links, places)) {
      const run = runs.get(upper) ?? [upper]
      runs.set(upper, run)
      for (const entry of runs.get(lower) ?? [lower]) {
        run.push(entry)
        runs.set(entry, run)
      }
    }
  }
  return runs
}

function uncrossed(links: readonly Link[], places: Numbers): Link[] {
  const placeOf = ({ number }: Slot) => places[number] as number
  const sorted = links
    .filter(({ upper, lower, isTurn }) => !isTurn && upper.kind === 'lane' && lower.kind === 'lane')
    .sort((a, b) => placeOf(a.upper) - placeOf(b.upper))
  const rightmost: number[] = []
  let most = Number.NEGATIVE_INFINITY
  for (const { lower } of sorted) {
    rightmost.push(most)
    most = Math.max(most, placeOf(lower))
  }

  let least = Number.POSITIVE_INFINITY
  const straight: Link[] = []
  for (let index = sorted.length - 1; index >= 0; index--) {
    const link = sorted[index] as Link
    const place = placeOf(link.lower)
    if (place < least && place > (rightmost[index] as number)) straight.push(link)
    least = Math.min(least, place)
  }
  return straight
}
