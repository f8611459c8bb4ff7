/** Lanes of a wire that get one column in a large picture, so that finding the columns takes a fraction of the time. */
import { type Link, rowsOf, type Slot, type Unit } from '../unit/unit.ts'

/** With fewer lanes, each gets its own column. */
const manyLanes = 2_500

/** Runs of lanes that no other lane crosses, by each of their lanes. */
export function straightRuns(unit: Unit): Map<Slot, Slot[]> {
  const runs = new Map<Slot, Slot[]>()
  let lanes = 0
  for (const { entries } of rowsOf(unit))
    for (const { kind } of entries) if (kind === 'lane') lanes++
  if (lanes < manyLanes) return runs
  for (const { gutter } of rowsOf(unit)) {
    for (const { upper, lower } of uncrossed(gutter.links)) {
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

function uncrossed(links: readonly Link[]): Link[] {
  const sorted = links
    .filter(({ upper, lower, isTurn }) => !isTurn && upper.kind === 'lane' && lower.kind === 'lane')
    .sort((a, b) => a.upper.place - b.upper.place)
  const rightmost: number[] = []
  let most = Number.NEGATIVE_INFINITY
  for (const { lower } of sorted) {
    rightmost.push(most)
    most = Math.max(most, lower.place)
  }
  let least = Number.POSITIVE_INFINITY
  const found: Link[] = []
  for (let at = sorted.length - 1; at >= 0; at--) {
    const link = sorted[at] as Link
    if (link.lower.place < least && link.lower.place > (rightmost[at] as number)) found.push(link)
    least = Math.min(least, link.lower.place)
  }
  return found
}
