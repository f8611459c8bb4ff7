/** Moves ends of links that would lie on each other, because the order of their tracks cannot prevent it. */
import { type Link, leftSideOf, moveEnd, rightSideOf, type Slot, xAt } from '../unit/unit.ts'
import { near } from './tracks.ts'

const step = 5

/** @param conflicts pairs: the lower end of the first is in the column of the upper end of the second */
export function separateEnds(conflicts: readonly (readonly [Link, Link])[]): void {
  for (const [a, b] of conflicts) {
    if (Math.abs(a.lowerX - b.upperX) >= near) continue
    if (leave(a, a.lower, b.upperX) || leave(b, b.upper, a.lowerX) || leave(a, a.upper)) continue
    leave(b, b.lower)
  }
}

/** @param from the column that the end must leave */
function leave(link: Link, entry: Slot, from?: number): boolean {
  const x = xAt(link, entry)
  for (const place of [x - step, x + step]) {
    if (from !== undefined && Math.abs(place - from) < near) continue
    if (entry.kind === 'lane' ? isFreeLane(entry, place) : isFreePort(entry, link, place)) {
      if (entry.kind === 'lane') moveLane(entry, place)
      else moveEnd(link, entry, place)
      return true
    }
  }
  return false
}

function isFreeLane(lane: Slot, place: number): boolean {
  const { entries } = lane.row
  const at = entries.indexOf(lane)
  return [entries[at - 1], entries[at + 1]].every((other) => {
    if (other === undefined) return lane.row.frame.item === undefined
    return (
      place + lane.after + step <= leftSideOf(other) ||
      place - lane.before - step >= rightSideOf(other)
    )
  })
}

function moveLane(lane: Slot, place: number): void {
  lane.x = place
  for (const link of [...lane.ups, ...lane.downs]) moveEnd(link, lane, place)
}

function isFreePort(entry: Slot, link: Link, place: number): boolean {
  const [left, right] = entry.frame
    ? [entry.frame.left, entry.frame.right]
    : [entry.x - entry.before, entry.x + entry.before]
  if (place < left + 6 || place > right - 6) return false
  const beside = link.upper === entry ? entry.downs : entry.ups
  return beside.every((other) => other === link || Math.abs(xAt(other, entry) - place) >= near)
}
