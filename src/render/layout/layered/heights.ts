/** Assigns rows their heights: between two rows there is room for the tracks, tips and turns that run there. */

import { type Direction, sizeIn } from '../../picture/direction.ts'
import { sizes } from '../../picture/measure.ts'
import type { Item } from '../boxes/box-tree.ts'
import { givenSize } from '../boxes/given-size.ts'
import type { Frame, Link, Row, Slot, Unit } from './model.ts'
import type { Spacing } from './spacing.ts'

/** From a row of texts to a track. */
const besideTexts = 10
/** Above the content of a frame: its title; to the right, only a border. */
const titleHeight = { down: 30, right: sizes.framePad - (sizes.frameHead - 30) }
/** Below the title. */
const belowTitle = sizes.frameHead - titleHeight.down
/** Frames side by side whose heights differ by less get the same height: a small difference looks like a mistake. */
const unevenFrames = 24

/** Positions are relative to the upper border of the unit. */
export function assignHeights(unit: Unit): void {
  const { root } = unit
  measureFrame(root, unit)
  settle(root, 0)
}

/** From the inside out. */
function measureFrame(frame: Frame, unit: Unit): number {
  const { spacing, direction } = unit
  let y = 0
  frame.rows.forEach((row, at) => {
    row.top = y
    row.height = row.kind === 'title' ? titleHeight[direction] : 0
    for (const { frame: inner, height } of row.entries)
      row.height = Math.max(row.height, inner ? measureFrame(inner, unit) : height)
    for (const { frame: inner } of row.entries)
      if (inner && row.height - inner.height < unevenFrames) inner.height = row.height
    const next = frame.rows[at + 1]
    const [height, first] = gutterHeight(row, next, spacing)
    row.gutter.first = row.top + row.height + first
    y = row.top + row.height + height
  })
  frame.height = frame.item ? enclose(frame, frame.item, y + sizes.framePad, direction) : y
  return frame.height
}

/** The height of a frame around its content. A long title is above the middle of a narrow content. */
function enclose({ rows }: Frame, item: Item, content: number, direction: Direction): number {
  const least = direction === 'right' ? item.measured.width : 0
  const more = Math.floor(Math.max(0, least - content) / 2)
  for (const row of rows) {
    if (row.kind !== 'title') row.top += more
    row.gutter.first += more
  }
  return Math.max(content, least, sizeIn(direction, givenSize(item)).height)
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
    return tracks === 0 ? [belowTitle, 0] : [4 + used + besideBoxes, 4]
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
