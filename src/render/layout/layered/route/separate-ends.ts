/** Moves ends of links that would lie on each other, because the order of their tracks cannot prevent it. */
import { entriesOf } from '../order/row-order.ts'
import {
  axisOf,
  endOf,
  leftBorderOf,
  leftSideOf,
  lowerXOf,
  moveEnd,
  type Placed,
  type PlacedDraft,
  rightBorderOf,
  rightSideOf,
  upperXOf,
} from '../place/placed.ts'
import type { Link, Slot } from '../unit/unit.ts'
import { near } from './nets.ts'
import type { Conflict } from './tracks.ts'

const step = 5

export function separateEnds(draft: PlacedDraft, conflicts: readonly Conflict[]): void {
  for (const conflict of conflicts) separate(draft, conflict)
}

function separate(draft: PlacedDraft, { first, second }: Conflict): void {
  const lowerX = lowerXOf(draft, first)
  const upperX = upperXOf(draft, second)
  if (Math.abs(lowerX - upperX) >= near) return
  const isApart =
    leave(draft, first, first.lower, upperX) ||
    leave(draft, second, second.upper, lowerX) ||
    leave(draft, first, first.upper)
  if (!isApart) leave(draft, second, second.lower)
}

/** @param from the column that the end must leave */
function leave(draft: PlacedDraft, link: Link, entry: Slot, from?: number): boolean {
  const x = endOf(draft, link, entry)
  for (const place of [x - step, x + step]) {
    if (from !== undefined && Math.abs(place - from) < near) continue
    const isLane = entry.kind === 'lane'
    if (!(isLane ? isFreeLane(draft, entry, place) : isFreePort(draft, link, entry, place)))
      continue
    if (isLane) moveLane(draft, entry, place)
    else moveEnd(draft, link, entry, place)
    return true
  }
  return false
}

function isFreeLane(placed: Placed, lane: Slot, place: number): boolean {
  const entries = entriesOf(placed, lane.row)
  const index = entries.indexOf(lane)
  return [entries[index - 1], entries[index + 1]].every((other) => {
    if (other === undefined) return lane.row.frame.item === undefined
    return (
      place + lane.after + step <= leftSideOf(placed, other) ||
      place - lane.before - step >= rightSideOf(placed, other)
    )
  })
}

function moveLane(draft: PlacedDraft, lane: Slot, place: number): void {
  draft.axes[lane.number] = place
  for (const link of [...lane.ups, ...lane.downs]) moveEnd(draft, link, lane, place)
}

function isFreePort(placed: Placed, link: Link, entry: Slot, place: number): boolean {
  const { frame, before } = entry
  const left = frame ? leftBorderOf(placed, frame) : axisOf(placed, entry) - before
  const right = frame ? rightBorderOf(placed, frame) : axisOf(placed, entry) + before
  if (place < left + 6 || place > right - 6) return false
  const beside = link.upper === entry ? entry.downs : entry.ups
  return beside.every(
    (other) => other === link || Math.abs(endOf(placed, other, entry) - place) >= near,
  )
}
