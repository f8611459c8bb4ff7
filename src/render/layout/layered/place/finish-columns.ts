/** Small corrections of the columns that cost nothing: no tiny steps in a line, and symmetry where the program had a choice. */
import { sizes } from '../../../picture/measure.ts'
import { otherEnd } from '../order/crossings.ts'
import {
  type Frame,
  type Link,
  leftPadding,
  leftSideOf,
  moveEnd,
  type Row,
  rightSideOf,
  type Slot,
  type Unit,
  xAt,
} from '../unit/unit.ts'

type BesideGap = (left: Slot) => number

/** A step of a line that looks like a mistake. */
export const tiny = 18
/** From a port to the corner of its box, and to the next port. */
export const corner = 9
export const portGap = 7

/** @param besideGap the distance of two neighbours that a connection between them needs */
export function centreBoxes(unit: Unit, besideGap: BesideGap): void {
  for (const { rows } of unit.frames.toReversed()) {
    for (const row of rows) {
      for (const entry of row.entries) if (entry.kind === 'box') centre(entry, unit, besideGap)
      if (row.kind === 'boxes') centreRow(row, unit)
    }
  }
}

export function straightenLinks({ wires }: Unit): void {
  for (const { links } of wires) for (const link of links) straighten(link)
}

/** Centres a box with an even number of links on one side only: anywhere between the middle two is equally good. */
function centre(box: Slot, unit: Unit, besideGap: BesideGap): void {
  const links = linksOfOneSide(box)
  if (links.length === 0 || links.length % 2 === 1 || links.some(({ isTurn }) => isTurn)) return
  const wishes = links
    .map((link) => xAt(link, otherEnd(link, box)) - (xAt(link, box) - box.x))
    .sort((a, b) => a - b)
  const half = wishes.length / 2
  const wish = Math.round(((wishes[half - 1] as number) + (wishes[half] as number)) / 2)
  const [left, right] = slackOf(box, unit, besideGap)
  move(box, Math.min(Math.max(wish, left), right) - box.x)
}

/** None if a box has links on both sides. */
function linksOfOneSide({ ups, downs }: Slot): readonly Link[] {
  if (ups.length === 0) return downs
  return downs.length === 0 ? ups : []
}

/** A row without links is in the middle of its frame. */
function centreRow({ entries, frame }: Row, { direction }: Unit): void {
  if (frame.item === undefined || entries.some(hasLinks)) return
  const first = entries[0]
  const last = entries.at(-1)
  if (!first || !last) return
  const room = frame.left + leftPadding(direction) + frame.right - sizes.framePad
  const by = Math.round((room - leftSideOf(first) - rightSideOf(last)) / 2)
  for (const entry of entries) move(entry, by)
}

const hasLinks = ({ ups, downs, frame }: Slot): boolean =>
  ups.length + downs.length > 0 ||
  (frame !== undefined && frame.ups.length + frame.downs.length > 0)

/** How far a box may move between its neighbours, or in its frame. */
export function slackOf(
  box: Slot,
  { spacing, direction }: Unit,
  besideGap: BesideGap,
): [left: number, right: number] {
  const { entries, frame } = box.row
  const at = entries.indexOf(box)
  const before = entries[at - 1]
  const after = entries[at + 1]
  const gap = (other: Slot, first: Slot) =>
    other.kind === 'lane' ? 16 : Math.max(spacing.boxes, besideGap(first))
  const left = before
    ? rightSideOf(before) + gap(before, before)
    : frame.left + (frame.item ? leftPadding(direction) : 0)
  const right = after
    ? leftSideOf(after) - gap(after, box)
    : frame.right - (frame.item ? sizes.framePad : 0)
  const least = left + box.before
  const most = right - box.after
  return least <= box.x && box.x <= most ? [least, most] : [box.x, box.x]
}

function move(entry: Slot, by: number): void {
  if (by === 0) return
  entry.x += by
  for (const link of [...entry.ups, ...entry.downs]) moveEnd(link, entry, xAt(link, entry) + by)
  if (entry.frame) moveFrame(entry.frame, by)
}

function moveFrame(frame: Frame, by: number): void {
  frame.left += by
  frame.right += by
  for (const { entries } of frame.rows) for (const entry of entries) move(entry, by)
}

/** Moves an end at a box opposite to the other end, if only a tiny step was between them. */
function straighten(link: Link): void {
  const { upper, lower, upperX, lowerX, isTurn } = link
  if (isTurn || upperX === lowerX || Math.abs(upperX - lowerX) > tiny) return
  if (isFree(lower, link, upperX)) link.lowerX = upperX
  else if (isFree(upper, link, lowerX)) link.upperX = lowerX
}

function isFree(entry: Slot, link: Link, x: number): boolean {
  if (entry.kind !== 'box') return false
  const half = entry.before
  if (x < entry.x - half + corner || x > entry.x + half - corner) return false
  const own = xAt(link, entry)
  return (link.upper === entry ? entry.downs : entry.ups).every((other) => {
    if (other === link) return true
    const there = xAt(other, entry)
    return own < there ? x <= there - portGap : x >= there + portGap
  })
}
