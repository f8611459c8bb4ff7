/** Orders the rows of all frames so that links cross as little as possible, while the content of each frame stays together. */
import { groupedBy } from '../../../grouped.ts'
import { connectEnds, countCrossings, gainOfExchange, lanesBetween, long, meanPlace } from './crossings.ts'
import { earlierColumns } from './earlier.ts'
import { type Beside, type Frame, type Row, rowsOf, type Slot, type Unit } from './model.ts'

/** Links to look at, over all attempts: what time allows. After an edit, another order has to be clearly better anyway. */
const effort = { first: 2_000_000, edited: 250_000 }
const mostAttempts = 40
const patience = 4
const disturbedRows = 0.35
/** A unit with more entries and links takes one round of exchanges in each sweep. */
const large = 10_000

/** Without a wanted shape, the earlier order is kept if it has at most so many times the crossings. */
export const keptShare = 1.15
/** It is also kept if it has at most so many crossings more. */
const keptMore = 2

interface Ordered {
  readonly entries: Slot[][]
  readonly crossings: number
}

/**
 * Keeps the order of an earlier picture, unless another order has clearly fewer crossings.
 * @param share of the crossings of the other order that the kept one may have
 * @returns the number of crossings
 */
export function order(unit: Unit, share: number): number {
  connectEnds(unit)
  const rows = [...rowsOf(unit)]
  const known = rows.some(({ entries }) => entries.some(({ item }) => item?.earlier !== undefined))
  const start = entriesOf(rows)
  const kept = known ? orderAsBefore(unit, rows) : undefined
  const most = known ? effort.edited : effort.first
  if (kept) use(rows, start)
  const best = kept?.crossings === 0 ? kept : bestOrder(unit, rows, most, kept?.entries)
  const isKept = kept && kept.crossings <= Math.max(best.crossings * share, best.crossings + keptMore)
  const { entries, crossings } = isKept ? kept : best
  use(rows, entries)
  if (!isKept) {
    const earlier = known ? earlierColumns(unit) : undefined
    mirror(unit, rows, (entry) => (earlier ? earlier.get(entry) : entry.item?.number))
  }
  placeFrame(unit.root, 0)
  return crossings
}

/** Keeps the order of an earlier picture with the same boxes and connections. */
export function keepOrder(unit: Unit): void {
  connectEnds(unit)
  const rows = [...rowsOf(unit)]
  use(rows, orderAsBefore(unit, rows).entries)
  placeFrame(unit.root, 0)
}

export const entriesOf = (rows: readonly Row[]): Slot[][] => rows.map(({ entries }) => [...entries])

export function use(rows: readonly Row[], entries: readonly Slot[][]): void {
  rows.forEach((row, at) => {
    row.entries = [...(entries[at] as Slot[])]
  })
}

/** Boxes and lanes of the earlier picture keep their order from left to right; the rest goes between. */
function orderAsBefore(unit: Unit, rows: readonly Row[]): Ordered {
  const earlier = earlierColumns(unit)
  const isKnown = (entry: Slot) => earlier.has(entry)
  let isNew = false
  for (const row of rows) {
    const known = row.entries
      .filter(isKnown)
      .sort((a, b) => (earlier.get(a) as number) - (earlier.get(b) as number))
    const isWhole = known.length === row.entries.length
    const isMoved = isFixedRow(row) && !(isWhole && haveSameBoxes(known, row.entries))
    if (!isMoved) row.entries = [...known, ...row.entries.filter((entry) => !isKnown(entry))]
    isNew ||= isMoved || !isWhole
  }
  placeFrame(unit.root, 0)
  for (let sweep = 0; isNew && sweep < patience; sweep++) sweepRows(unit.root, sweep % 2 === 0, isKnown)
  exchange(rows, besideByRow(unit), 8, (entry) => entry.kind !== 'lane' && isKnown(entry))
  return { entries: entriesOf(rows), crossings: countCrossings(unit) }
}

/** True if both have the same boxes in the same order. */
function haveSameBoxes(a: readonly Slot[], b: readonly Slot[]): boolean {
  const boxes = b.filter(({ kind }) => kind !== 'lane')
  return a.filter(({ kind }) => kind !== 'lane').every((box, at) => box === boxes[at])
}

export const besideByRow = ({ beside }: Unit): Map<Row, Beside[]> => groupedBy(beside, ({ left }) => left.row)

export const isFixedRow = ({ frame, kind }: Row): boolean => frame.isWritten && kind === 'boxes'

/**
 * Sweeps down and up from several starts, exchanges neighbours, and finds the order with the fewest crossings.
 * @param second the second start, else the mirrored first order
 */
function bestOrder(unit: Unit, rows: readonly Row[], links: number, second?: readonly Slot[][]): Ordered {
  const count = rows.reduce((sum, { gutter, entries }) => sum + gutter.links.length + entries.length, 1)
  const sweeps = Math.max(5, Math.floor(links / count / 12))
  const beside = besideByRow(unit)
  placeFrame(unit.root, 0)
  let best = entriesOf(rows)
  let least = Number.POSITIVE_INFINITY
  let shortest = Number.POSITIVE_INFINITY
  const random = numbersFrom(7)
  let left = sweeps
  for (let attempt = 0; attempt < mostAttempts && left > 0 && least > 0; attempt++) {
    if (attempt > 0) {
      if (attempt % 2 === 0) use(rows, best)
      placeFrame(unit.root, 0)
      if (attempt === 1 && second) use(rows, second)
      else disturb(unit, rows, attempt, random)
    }
    let fewest = Number.POSITIVE_INFINITY
    let nearest = Number.POSITIVE_INFINITY
    let previous: Slot[][] | undefined
    let last: Slot[][] | undefined
    for (let sweep = 0, idle = 0; idle < patience && left > 0; sweep++, left--) {
      sweepRows(unit.root, (sweep + attempt) % 2 === 0)
      if (sweep > 0) exchange(rows, beside, count > large ? 1 : 8)
      const crossings = countCrossings(unit)
      const length = crossings <= least ? lengthOf(unit) : Number.POSITIVE_INFINITY
      idle = crossings < fewest || (crossings === fewest && length < nearest) ? 0 : idle + 1
      nearest = crossings < fewest ? length : Math.min(nearest, length)
      fewest = Math.min(fewest, crossings)
      if (crossings < least || (crossings === least && length < shortest)) {
        least = crossings
        shortest = length
        best = entriesOf(rows)
      }
      // The other sweeps would repeat the last two. They count as done.
      if (last && previous && haveSameEntries(previous, rows)) {
        const others = patience - idle
        if (others % 2 === 1) use(rows, last)
        left -= 1 + others
        break
      }
      previous = last
      last = entriesOf(rows)
    }
  }
  return { entries: best, crossings: least }
}

const haveSameEntries = (before: readonly Slot[][], rows: readonly Row[]): boolean =>
  rows.every(({ entries }, at) => entries.every((entry, index) => entry === before[at]?.[index]))

/** Mirrors the order if that is nearer to the script, or to the earlier picture: both are equally good. */
function mirror({ frames }: Unit, rows: readonly Row[], numberOf: (entry: Slot) => number | undefined): void {
  if (frames.some(({ isWritten }) => isWritten)) return
  let wrong = 0
  for (const { entries } of rows) {
    const numbers = entries.flatMap((entry) => numberOf(entry) ?? [])
    numbers.forEach((number, at) => {
      const last = numbers[at - 1]
      if (last !== undefined) wrong += number < last ? 1 : -1
    })
  }
  if (wrong > 0) for (const row of rows) row.entries.reverse()
}

/** How far links lead to the side. */
const lengthOf = ({ wires }: Unit): number =>
  wires.reduce(
    (sum, { links }) =>
      sum + links.reduce((own, { upper, lower }) => own + Math.abs(upper.place - lower.place), 0),
    0,
  )

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

const leftOf = ({ entry, span }: Frame): number => (entry === undefined ? 0 : entry.place - span / 2 - 18)

type IsPinned = (entry: Slot) => boolean

/** Down or up. */
export function sweepRows({ rows }: Frame, isDown: boolean, pinned?: IsPinned): void {
  for (let at = 0; at < rows.length; at++) {
    const row = rows[isDown ? at : rows.length - 1 - at] as Row
    sortRow(row, isDown, pinned)
    for (const { frame: inner } of row.entries) if (inner) sweepRows(inner, isDown, pinned)
  }
}

/** By the mean position of the neighbours above or below; what has none stays about where it is. */
function sortRow(row: Row, isDown: boolean, pinned?: IsPinned): void {
  const { entries, frame } = row
  if (entries.length < 2) return
  for (const entry of entries) entry.wish = meanPlace(isDown ? entry.above : entry.below) ?? entry.place
  if (isFixedRow(row)) row.entries = mergeLanes(entries, ({ kind }) => kind !== 'lane')
  else if (pinned) row.entries = mergeLanes(entries, pinned)
  else sortByWish(entries)
  placeRow(row, leftOf(frame))
}

/** By insertion, because entries are nearly in order. */
function sortByWish(entries: Slot[]): void {
  if (entries.length > long) entries.sort((a, b) => a.wish - b.wish)
  for (let at = 1; at < entries.length; at++) {
    const entry = entries[at] as Slot
    const { wish } = entry
    let to = at
    for (; to > 0 && wish < (entries[to - 1] as Slot).wish; to--) entries[to] = entries[to - 1] as Slot
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
    while (next < lanes.length && (lanes[next] as Slot).wish < box.place) merged.push(lanes[next++] as Slot)
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
    const { entries } = row
    const isFixed = isFixedRow(row)
    const between = beside.get(row) ?? []
    for (let round = 0, isBetter = true; isBetter && round < rounds; round++) {
      isBetter = false
      for (let at = 0; at + 1 < entries.length; at++) {
        const [a, b] = [entries[at] as Slot, entries[at + 1] as Slot]
        if (isFixed && a.kind !== 'lane' && b.kind !== 'lane') continue
        if (pinned?.(a) && pinned(b)) continue
        const gain = gainOfExchange(a, b)
        if (gain < 0 || (gain === 0 && between.length === 0)) continue
        const left = a.place - a.span / 2
        const before = between.reduce((sum, one) => sum + lanesBetween(one), 0)
        placeFrom([b, a], left)
        const after = between.reduce((sum, one) => sum + lanesBetween(one), 0)
        if (gain + before - after <= 0) {
          placeFrom([a, b], left)
          continue
        }
        entries[at] = b
        entries[at + 1] = a
        isBetter = true
      }
    }
  }
}

/** Another start near the best order: some rows are partly shuffled; the second start is the mirrored first order. */
function disturb(unit: Unit, rows: readonly Row[], attempt: number, random: () => number): void {
  for (const row of rows) {
    if (isFixedRow(row) || row.entries.length < 2) continue
    if (attempt === 1) row.entries.reverse()
    else if (attempt % 2 === 1 || random() < disturbedRows) {
      const reach = attempt % 2 === 1 ? 1e6 : row.frame.span * (0.15 + 0.5 * random())
      for (const entry of row.entries) entry.wish = entry.place + reach * (random() - 0.5)
      sortByWish(row.entries)
    }
  }
  placeFrame(unit.root, 0)
}

/** Numbers in [0, 1), the same in every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
