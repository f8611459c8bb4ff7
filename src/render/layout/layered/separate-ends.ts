/** Moves ends of links that would lie on each other, because the order of their tracks cannot prevent it. */
import { type Link, leftSideOf, rightSideOf, type Slot } from './model.ts'
import { near } from './tracks.ts'

const step = 5

/** @param conflicts pairs: the lower end of the first is in the column of the upper end of the second */
export function separateEnds(conflicts: readonly (readonly [Link, Link])[]): void {
  for (const [a, b] of conflicts) {
    if (Math.abs(a.lowerX - b.upperX) >= near) continue
    if (moveEnd(a, false, b.upperX) || moveEnd(b, true, a.lowerX) || moveEnd(a, true)) continue
    moveEnd(b, false)
  }
}

/** @param from the column that the end must leave */
function moveEnd(link: Link, isUpper: boolean, from?: number): boolean {
  const entry = isUpper ? link.upper : link.lower
  const x = isUpper ? link.upperX : link.lowerX
  for (const place of [x - step, x + step]) {
    if (from !== undefined && Math.abs(place - from) < near) continue
    if (entry.kind === 'lane' ? isFreeLane(entry, place) : isFreePort(entry, link, isUpper, place)) {
      if (entry.kind === 'lane') moveLane(entry, place)
      else if (isUpper) link.upperX = place
      else link.lowerX = place
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
    return place + lane.after + step <= leftSideOf(other) || place - lane.before - step >= rightSideOf(other)
  })
}

function moveLane(lane: Slot, place: number): void {
  lane.x = place
  for (const link of lane.ups) if (link.lower === lane) link.lowerX = place
  for (const link of lane.downs) {
    if (link.upper === lane) link.upperX = place
    else link.lowerX = place
  }
}

function isFreePort(entry: Slot, link: Link, isUpper: boolean, place: number): boolean {
  const [left, right] = entry.frame
    ? [entry.frame.left, entry.frame.right]
    : [entry.x - entry.before, entry.x + entry.before]
  if (place < left + 6 || place > right - 6) return false
  return (isUpper ? entry.downs : entry.ups).every(
    (other) =>
      other === link || Math.abs((other.upper === entry ? other.upperX : other.lowerX) - place) >= near,
  )
}
