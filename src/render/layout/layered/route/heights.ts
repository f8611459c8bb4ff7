/** Assigns rows their heights: between two rows there is room for the tracks, tips and turns that run there. */

import { type Direction, sizeIn } from '../../../picture/direction.ts'
import { sizes } from '../../../picture/measure.ts'
import type { Item } from '../../boxes/box-tree.ts'
import { givenSize } from '../../boxes/given-size.ts'
import type { Spacing } from '../unit/spacing.ts'
import type { Frame, Link, Row, Slot, Unit } from '../unit/unit.ts'

/** From a row of texts to a track. */
const besideTexts = 10
/** Above the content of a frame: its title; to the right, only a border. */
const titleHeight = { down: 30, right: sizes.framePad - (sizes.frameHead - 30) }
/** Below the title. */
const belowTitle = sizes.frameHead - titleHeight.down
/** Less looks like a mistake, so rows of frames side by side are in line; more looks meant. */
const muchLower = 40

/** Positions are relative to the upper border of the unit. */
export function assignHeights(unit: Unit, spacing = unit.spacing): void {
  const { root } = unit
  measureFrame(root, unit, spacing)
  settle(root, 0)
}

/** From the inside out. */
function measureFrame(frame: Frame, unit: Unit, spacing: Spacing): void {
  const { direction } = unit
  let y = 0
  frame.rows.forEach((row, at) => {
    row.top = y
    row.height = row.kind === 'title' ? titleHeight[direction] : 0
    const inner = row.entries.flatMap((entry) => entry.frame ?? [])
    for (const innerFrame of inner) measureFrame(innerFrame, unit, spacing)
    alignRows(inner)
    setHeight(row, Math.max(row.height, ...row.entries.map(heightOf)))
    const next = frame.rows[at + 1]
    const [height, first] = gutterHeight(row, next, spacing)
    row.gutter.first = row.top + row.height + first
    y = row.top + row.height + height
  })
  frame.height = frame.item ? enclose(frame, frame.item, y + sizes.framePad, direction) : y
}

/** Rows of frames side by side that are nearly in line are so afterwards, unless a frame becomes the highest one by that. */
function alignRows(frames: readonly Frame[]): void {
  const highest = Math.max(...frames.map(({ height }) => height))
  const moveDown = (frame: Frame, from: number, by: number): boolean => {
    if (by > muchLower || frame.height + by > highest) return false
    for (const row of frame.rows.slice(from)) {
      row.top += by
      row.gutter.first += by
    }
    frame.height += by
    return true
  }
  for (let at = 0; frames.some(({ rows }) => at < rows.length); at++) {
    const rows = frames
      .flatMap((frame) => frame.rows[at] ?? [])
      .filter(({ kind }) => kind === 'boxes')
    const top = Math.max(...rows.map((row) => row.top))
    const height = Math.max(...rows.map((row) => row.height))
    for (const row of rows) {
      moveDown(row.frame, at, top - row.top)
      const by = height - row.height
      if (!moveDown(row.frame, at + 1, by)) continue
      row.gutter.first += by
      setHeight(row, height)
    }
  }
}

/** Frames in a row are as high as the highest one. The content of a much lower one stays near what it is connected with. */
function setHeight(row: Row, height: number): void {
  row.height = height
  for (const entry of row.entries) {
    const { frame } = entry
    if (!frame) continue
    if (height - frame.height > muchLower) moveContent(frame, topOf(entry) - row.top)
    frame.height = height
  }
}

function moveContent({ rows }: Frame, by: number): void {
  for (const row of rows) {
    if (row.kind !== 'title') row.top += by
    row.gutter.first += by
  }
}

/** The height of a frame around its content. A long title is above the middle of a narrow content. */
function enclose(frame: Frame, item: Item, content: number, direction: Direction): number {
  const least = direction === 'right' ? item.measured.width : 0
  moveContent(frame, Math.floor(Math.max(0, least - content) / 2))
  return Math.max(content, least, sizeIn(direction, givenSize(item)).height)
}

/** The height of what is below a row, and where its first track is. */
function gutterHeight(
  row: Row,
  next: Row | undefined,
  spacing: Spacing,
): [height: number, first: number] {
  const { besideBoxes } = spacing
  row.gutter.gap = spacing.tracks
  const { tracks } = row.gutter
  const used = Math.max(0, tracks - 1) * spacing.tracks
  const above = row.kind === 'boxes' ? besideBoxes : besideTexts
  if (next === undefined) return [tracks === 0 ? 0 : above + used, above]
  if (row.kind === 'title') {
    return tracks === 0 ? [belowTitle, 0] : [4 + used + besideBoxes, 4]
  }
  const below = next.kind === 'boxes' ? besideBoxes : besideTexts
  const least = leastGutter(row, next, spacing)
  const needed = tracks === 0 ? 0 : above + used + below
  const height = Math.max(least, needed)
  return [height, above + Math.floor((height - needed) / 2)]
}

function leastGutter(row: Row, next: Row, spacing: Spacing): number {
  if (row.kind !== 'boxes') return 18
  if (next.kind !== 'boxes') return 14
  return row.gutter.links.length === 0 ? spacing.plainRows : spacing.rows
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
  if (frame && !frame.item) return row.top
  const room = row.height - heightOf(entry)
  if (room > muchLower && !row.frame.isWritten) {
    const up = ups.length + (frame?.ups.length ?? 0)
    const down = downs.length + (frame?.downs.length ?? 0)
    if (up > 0 && down === 0) return row.top
    if (down > 0 && up === 0) return row.top + room
  }
  return row.top + Math.floor(room / 2)
}

export const trackY = ({ gutter, track }: Link): number => gutter.first + track * gutter.gap

/** The size of the unit in the picture. */
export const sizeOf = ({ root, direction }: Unit) =>
  sizeIn(direction, {
    width: Math.max(1, root.right - root.left),
    height: Math.max(1, root.height),
  })
