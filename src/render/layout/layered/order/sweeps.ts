/** Moves that order rows: sorts them by what is above or below, and exchanges neighbours. */
import { groupedBy } from '../../../../grouped.ts'
import type { Beside, Frame, Row, Slot, Unit } from '../unit/unit.ts'
import { gainOfExchange, lanesBetween, long, meanPlace } from './crossings.ts'

export const entriesOf = (rows: readonly Row[]): Slot[][] => rows.map(({ entries }) => [...entries])

export function use(rows: readonly Row[], entries: readonly Slot[][]): void {
  rows.forEach((row, at) => {
    row.entries = [...(entries[at] as Slot[])]
  })
}

export const besideByRow = ({ beside }: Unit): Map<Row, Beside[]> =>
  groupedBy(beside, ({ left }) => left.row)

export const isFixedRow = ({ frame, kind }: Row): boolean => frame.isWritten && kind === 'boxes'

/** Positions of all entries in a frame: rows are centred. */
export function placeFrame(frame: Frame, left: number): void {
  for (const row of frame.rows) placeRow(row, left)
}

function placeRow({ frame, entries }: Row, left: number): void {
  let width = 0
  for (const { span } of entries) width += span
  placeFrom(entries, left + (frame.span - width) / 2)
}

function placeFrom(entries: readonly Slot[], left: number): void {
  let x = left
  for (const entry of entries) {
    entry.place = x + entry.span / 2
    if (entry.frame) placeFrame(entry.frame, x)
    x += entry.span
  }
}

const leftOf = ({ entry, span }: Frame): number =>
  entry === undefined ? 0 : entry.place - span / 2 - 18

/** True for an entry that stays among those like it. */
export type IsPinned = (entry: Slot) => boolean

/** Down or up. */
export function sweepRows({ rows }: Frame, isDown: boolean, pinned?: IsPinned): void {
  for (let index = 0; index < rows.length; index++) {
    const row = rows[isDown ? index : rows.length - 1 - index] as Row
    sortRow(row, isDown, pinned)
    for (const { frame: inner } of row.entries) if (inner) sweepRows(inner, isDown, pinned)
  }
}

/** By the mean position of the neighbours above or below; what has none stays about where it is. */
function sortRow(row: Row, isDown: boolean, pinned?: IsPinned): void {
  const { entries, frame } = row
  if (entries.length < 2) return
  for (const entry of entries)
    entry.wish = meanPlace(isDown ? entry.above : entry.below) ?? entry.place
  if (isFixedRow(row)) row.entries = mergeLanes(entries, ({ kind }) => kind !== 'lane')
  else if (pinned) row.entries = mergeLanes(entries, pinned)
  else sortByWish(entries)
  placeRow(row, leftOf(frame))
}

/** By insertion, because entries are nearly in order. */
export function sortByWish(entries: Slot[]): void {
  if (entries.length > long) entries.sort((a, b) => a.wish - b.wish)
  for (let at = 1; at < entries.length; at++) {
    const entry = entries[at] as Slot
    const { wish } = entry
    let to = at
    for (; to > 0 && wish < (entries[to - 1] as Slot).wish; to--)
      entries[to] = entries[to - 1] as Slot
    entries[to] = entry
  }
}

/** Some boxes keep their order, and everything else goes between them. */
function mergeLanes(entries: readonly Slot[], stays: (entry: Slot) => boolean): Slot[] {
  const boxes = entries.filter(stays)
  const lanes = entries.filter((entry) => !stays(entry))
  sortByWish(lanes)
  const merged: Slot[] = []
  let next = 0
  for (const box of boxes) {
    while (next < lanes.length && (lanes[next] as Slot).wish < box.place)
      merged.push(lanes[next++] as Slot)
    merged.push(box)
  }
  return [...merged, ...lanes.slice(next)]
}

/** Exchanges neighbours in rows as long as that saves crossings. */
export function exchange(
  rows: readonly Row[],
  beside: ReadonlyMap<Row, readonly Beside[]>,
  rounds: number,
  pinned?: IsPinned,
): void {
  for (const row of rows) {
    const between = beside.get(row) ?? []
    for (let round = 0; round < rounds; round++) if (!exchangeOnce(row, between, pinned)) break
  }
}

/** @returns true if neighbours were exchanged */
function exchangeOnce(row: Row, between: readonly Beside[], pinned?: IsPinned): boolean {
  const { entries } = row
  const isFixed = isFixedRow(row)
  let isBetter = false

  for (let index = 0; index + 1 < entries.length; index++) {
    const left = entries[index] as Slot
    const right = entries[index + 1] as Slot
    if (isFixed && left.kind !== 'lane' && right.kind !== 'lane') continue
    if (pinned?.(left) && pinned(right)) continue
    if (!exchangePlaces(left, right, between)) continue

    entries[index] = right
    entries[index + 1] = left
    isBetter = true
  }
  return isBetter
}

/** @returns false if that saves no crossing: both stay where they are */
function exchangePlaces(left: Slot, right: Slot, between: readonly Beside[]): boolean {
  const gain = gainOfExchange(left, right)
  if (gain < 0 || (gain === 0 && between.length === 0)) return false

  const start = left.place - left.span / 2
  const before = lanesBetweenAll(between)
  placeFrom([right, left], start)
  if (gain + before - lanesBetweenAll(between) > 0) return true
  placeFrom([left, right], start)
  return false
}

const lanesBetweenAll = (beside: readonly Beside[]): number =>
  beside.reduce((sum, neighbours) => sum + lanesBetween(neighbours), 0)
