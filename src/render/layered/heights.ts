/** Assigns rows their heights: between two rows there is room for the tracks, tips and turns that run there. */
import { givenSize } from '../given-size.ts'
import { sizes } from '../measure.ts'
import type { Frame, Link, Row, Slot, Unit } from './model.ts'
import type { Spacing } from './spacing.ts'

/** From a row of texts to a track. */
const besideTexts = 10
/** Above the content of a frame: its title. */
const titleHeight = 30
/** Frames side by side whose heights differ by less get the same height: a small difference looks like a mistake. */
const unevenFrames = 24

/** Positions are relative to the upper border of the unit. */
export function assignHeights({ root, spacing }: Unit): void {
  measureFrame(root, spacing)
  settle(root, 0)
}

/** From the inside out. */
function measureFrame(frame: Frame, spacing: Spacing): number {
  let y = 0
  frame.rows.forEach((row, at) => {
    row.top = y
    row.height = row.kind === 'title' ? titleHeight : 0
    for (const { frame: inner, height } of row.entries)
      row.height = Math.max(row.height, inner ? measureFrame(inner, spacing) : height)
    for (const { frame: inner } of row.entries)
      if (inner && row.height - inner.height < unevenFrames) inner.height = row.height
    const next = frame.rows[at + 1]
    const [height, first] = gutterHeight(row, next, spacing)
    row.gutter.first = row.top + row.height + first
    y = row.top + row.height + height
  })
  const isRoot = frame.item === undefined
  const height = Math.max(y + (isRoot ? 0 : sizes.framePad), frame.item ? givenSize(frame.item).height : 0)
  frame.height = height
  return height
}

/** The height of what is below a row, and where its first track is. */
function gutterHeight(row: Row, next: Row | undefined, spacing: Spacing): [height: number, first: number] {
  const { besideBoxes } = spacing
  row.gutter.gap = spacing.tracks
  const { tracks, links } = row.gutter
  const used = Math.max(0, tracks - 1) * spacing.tracks
  const above = row.kind === 'boxes' ? besideBoxes : besideTexts
  if (next === undefined) return [tracks === 0 ? 0 : above + used, above]
  if (row.kind === 'title') {
    const least = sizes.frameHead - titleHeight
    return tracks === 0 ? [least, 0] : [4 + used + besideBoxes, 4]
  }
  const below = next.kind === 'boxes' ? besideBoxes : besideTexts
  const least =
    row.kind === 'boxes' && next.kind === 'boxes'
      ? links.length === 0
        ? spacing.plainRows
        : spacing.rows
      : row.kind === 'boxes'
        ? 14
        : 18
  const needed = tracks === 0 ? 0 : above + used + below
  const height = Math.max(least, needed)
  return [height, above + Math.floor((height - needed) / 2)]
}

/** Makes positions relative to the unit, from the outside in. */
function settle(frame: Frame, top: number): void {
  for (const row of frame.rows) {
    row.top += top
    row.gutter.first += top
    for (const entry of row.entries) if (entry.frame) settle(entry.frame, topOf(entry))
  }
}

export const heightOf = (entry: Slot): number => (entry.frame ? entry.frame.height : entry.height)

/** Entries are in the middle of their row; a much lower one is near what it is connected with. */
export function topOf(entry: Slot): number {
  const { row, ups, downs, frame } = entry
  const room = row.height - heightOf(entry)
  if (room > 40 && !row.frame.isWritten) {
    const [up, down] = [ups.length + (frame?.ups.length ?? 0), downs.length + (frame?.downs.length ?? 0)]
    if (up > 0 && down === 0) return row.top
    if (down > 0 && up === 0) return row.top + room
  }
  return row.top + Math.floor(room / 2)
}

export const trackY = ({ gutter, track }: Link): number => gutter.first + track * gutter.gap
