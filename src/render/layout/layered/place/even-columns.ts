/** Small corrections of the columns that cost nothing: no tiny steps in a line, and symmetry where the program had a choice. */
import { sizes } from '../../../picture/measure.ts'
import { entriesOf } from '../order/row-order.ts'
import { type Frame, type Link, leftPadding, otherEnd, type Row, type Slot } from '../unit/unit.ts'
import type { BesideGap } from './column-program.ts'
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
} from './placed.ts'

/** A step of a line that looks like a mistake. */
export const tiny = 18
/** From a port to the corner of its box, and to the next port. */
export const corner = 9
export const portGap = 7
/** From a lane to a box. */
const besideLane = 16

/** From the least to the greatest x. */
export interface Range {
  readonly low: number
  readonly high: number
}

export function centreBoxes(draft: PlacedDraft, besideGap: BesideGap): void {
  for (const { rows } of draft.unit.frames.toReversed()) {
    for (const row of rows) {
      for (const entry of entriesOf(draft, row))
        if (entry.kind === 'box') centre(draft, entry, besideGap)
      if (row.kind === 'boxes') centreRow(draft, row)
    }
  }
}

export function straightenLinks(draft: PlacedDraft): void {
  for (const link of draft.unit.links) straighten(draft, link)
}

/** Centres a box with an even number of links on one side only: anywhere between the middle two is equally good. */
function centre(draft: PlacedDraft, box: Slot, besideGap: BesideGap): void {
  const links = linksOfOneSide(box)
  if (links.length === 0 || links.length % 2 === 1 || links.some(({ isTurn }) => isTurn)) return
  const axis = axisOf(draft, box)
  const wishes = links
    .map((link) => endOf(draft, link, otherEnd(link, box)) - (endOf(draft, link, box) - axis))
    .sort((a, b) => a - b)
  const half = wishes.length / 2
  const wish = Math.round(((wishes[half - 1] as number) + (wishes[half] as number)) / 2)
  const { low, high } = slackOf(draft, box, besideGap)
  move(draft, box, Math.min(Math.max(wish, low), high) - axis)
}

/** None if a box has links on both sides. */
function linksOfOneSide({ ups, downs }: Slot): readonly Link[] {
  if (ups.length === 0) return downs
  return downs.length === 0 ? ups : []
}

/** A row without links is in the middle of its frame. */
function centreRow(draft: PlacedDraft, row: Row): void {
  const { frame } = row
  const entries = entriesOf(draft, row)
  if (frame.item === undefined || entries.some(hasLinks)) return
  const first = entries[0]
  const last = entries.at(-1)
  if (!first || !last) return
  const left = leftBorderOf(draft, frame) + leftPadding(draft.unit.orientation)
  const room = left + rightBorderOf(draft, frame) - sizes.framePad
  const by = Math.round((room - leftSideOf(draft, first) - rightSideOf(draft, last)) / 2)
  for (const entry of entries) move(draft, entry, by)
}

const hasLinks = ({ ups, downs, frame }: Slot): boolean =>
  ups.length + downs.length > 0 ||
  (frame !== undefined && frame.ups.length + frame.downs.length > 0)

/** Where the axis of a box may be between its neighbours, or in its frame. */
export function slackOf(placed: Placed, box: Slot, besideGap: BesideGap): Range {
  const { spacing, orientation } = placed.unit
  const { frame } = box.row
  const entries = entriesOf(placed, box.row)
  const index = entries.indexOf(box)
  const before = entries[index - 1]
  const after = entries[index + 1]
  const gap = (other: Slot, left: Slot) =>
    other.kind === 'lane' ? besideLane : Math.max(spacing.boxes, besideGap(left))
  const leftEnd = before
    ? rightSideOf(placed, before) + gap(before, before)
    : leftBorderOf(placed, frame) + (frame.item ? leftPadding(orientation) : 0)
  const rightEnd = after
    ? leftSideOf(placed, after) - gap(after, box)
    : rightBorderOf(placed, frame) - (frame.item ? sizes.framePad : 0)

  const axis = axisOf(placed, box)
  const low = leftEnd + box.before
  const high = rightEnd - box.after
  return low <= axis && axis <= high ? { low, high } : { low: axis, high: axis }
}

function move(draft: PlacedDraft, entry: Slot, by: number): void {
  if (by === 0) return
  draft.axes[entry.number] = axisOf(draft, entry) + by
  for (const links of [entry.ups, entry.downs])
    for (const link of links) moveEnd(draft, link, entry, endOf(draft, link, entry) + by)
  if (entry.frame) moveFrame(draft, entry.frame, by)
}

function moveFrame(draft: PlacedDraft, frame: Frame, by: number): void {
  draft.lefts[frame.number] = leftBorderOf(draft, frame) + by
  draft.rights[frame.number] = rightBorderOf(draft, frame) + by
  for (const row of frame.rows) for (const entry of entriesOf(draft, row)) move(draft, entry, by)
}

/** Moves an end at a box opposite to the other end, if only a tiny step was between them. */
function straighten(draft: PlacedDraft, link: Link): void {
  const upperX = upperXOf(draft, link)
  const lowerX = lowerXOf(draft, link)
  if (link.isTurn || upperX === lowerX || Math.abs(upperX - lowerX) > tiny) return
  if (isFree(draft, link, link.lower, upperX)) draft.lowerXs[link.number] = upperX
  else if (isFree(draft, link, link.upper, lowerX)) draft.upperXs[link.number] = lowerX
}

/** True if a link may leave a box at another place. */
function isFree(placed: Placed, link: Link, entry: Slot, x: number): boolean {
  if (entry.kind !== 'box') return false
  const axis = axisOf(placed, entry)
  const half = entry.before
  if (x < axis - half + corner || x > axis + half - corner) return false
  const end = endOf(placed, link, entry)
  return (link.upper === entry ? entry.downs : entry.ups).every((other) => {
    if (other === link) return true
    const otherX = endOf(placed, other, entry)
    return end < otherX ? x <= otherX - portGap : x >= otherX + portGap
  })
}
