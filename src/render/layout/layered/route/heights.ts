/**
 * Assigns rows their heights, from the inside out: between two rows there is room for the tracks, tips and turns that run there.
 * The rules are from no paper.
 */
import { type Size, sizeIn } from '../../../picture/direction.ts'
import { sizes } from '../../../picture/measure.ts'
import type { Box } from '../../../picture/picture.ts'
import type { Item } from '../../boxes/box-tree.ts'
import { givenSize } from '../../boxes/given-size.ts'
import { axisOf, leftBorderOf, type Placed, rightBorderOf } from '../place/placed.ts'
import type { Spacing } from '../unit/spacing.ts'
import type { Frame, Link, Numbers, Row, Slot } from '../unit/unit.ts'
import type { GutterTracks } from './tracks.ts'

/** A unit whose links have their tracks. */
export interface Tracked extends Placed {
  /** By link; without a meaning for those that lead straight down. */
  readonly tracks: Numbers
  /** How many each gutter has. */
  readonly trackCounts: Numbers
  /** How many pairs of links lie on each other, whichever tracks they have. */
  readonly conflictCount: number
  /** By row: other columns keep the tracks of gutters in which nothing moves. */
  readonly gutters: readonly GutterTracks[]
}

/** A unit whose rows have their heights. Positions are relative to the upper border of the unit. */
export interface Stacked extends Tracked, Heights {
  /** The first track of each gutter, and the distance of the next one. */
  readonly firstTracks: Numbers
  readonly trackGap: number
}

interface Heights {
  /** The upper edge of the boxes in each row, and its height, without gaps. */
  readonly tops: Numbers
  readonly rowHeights: Numbers
  readonly frameHeights: Numbers
}

/** From a row of texts to a track. */
const besideTexts = 10
/** Above the content of a frame: its title; to the right, only a border. */
const titleHeight = { down: 30, right: sizes.framePad - (sizes.frameHead - 30) }
/** Below the title. */
const belowTitle = sizes.frameHead - titleHeight.down
/** Less looks like a mistake, so rows of frames side by side are in line; more looks meant. */
const muchLower = 40

export const stackRows = (tracked: Tracked, spacing = tracked.unit.spacing): Stacked =>
  new RowStack(tracked, spacing).stacked()

/** The space below a row, and where its first track is. */
interface GutterSize {
  readonly height: number
  readonly first: number
}

class RowStack implements Heights {
  readonly #tracked: Tracked
  readonly #spacing: Spacing
  readonly tops: Float64Array
  readonly rowHeights: Float64Array
  readonly frameHeights: Float64Array
  readonly #firstTracks: Float64Array

  constructor(tracked: Tracked, spacing: Spacing) {
    const { rows, frames } = tracked.unit
    this.#tracked = tracked
    this.#spacing = spacing
    this.tops = new Float64Array(rows.length)
    this.rowHeights = new Float64Array(rows.length)
    this.frameHeights = new Float64Array(frames.length)
    this.#firstTracks = new Float64Array(rows.length)
  }

  stacked(): Stacked {
    const { root } = this.#tracked.unit
    this.#measureFrame(root)
    this.#settle(root, 0)
    return {
      ...this.#tracked,
      tops: this.tops,
      rowHeights: this.rowHeights,
      frameHeights: this.frameHeights,
      firstTracks: this.#firstTracks,
      trackGap: this.#spacing.tracks,
    }
  }

  /** From the inside out. */
  #measureFrame(frame: Frame): void {
    const { orientation } = this.#tracked.unit
    let y = 0
    frame.rows.forEach((row, index) => {
      this.tops[row.number] = y
      const inner = row.entries.flatMap((entry) => entry.frame ?? [])
      for (const innerFrame of inner) this.#measureFrame(innerFrame)
      this.#alignRows(inner)
      const least = row.kind === 'title' ? titleHeight[orientation] : 0
      const heights = row.entries.map((entry) => heightOf(this, entry))
      const rowHeight = Math.max(least, ...heights)
      this.#setHeight(row, rowHeight)

      const { height, first } = this.#gutterSize(row, frame.rows[index + 1])
      this.#firstTracks[row.number] = y + rowHeight + first
      y += rowHeight + height
    })
    this.frameHeights[frame.number] = frame.item
      ? this.#enclose(frame, frame.item, y + sizes.framePad)
      : y
  }

  /** Rows of frames side by side that are nearly in line are so afterwards, unless a frame becomes the highest one by that. */
  #alignRows(frames: readonly Frame[]): void {
    const highest = Math.max(...frames.map((frame) => this.#frameHeight(frame)))
    for (let index = 0; frames.some(({ rows }) => index < rows.length); index++) {
      const rows = frames
        .flatMap((frame) => frame.rows[index] ?? [])
        .filter(({ kind }) => kind === 'boxes')
      const top = Math.max(...rows.map((row) => rowTop(this, row)))
      const height = Math.max(...rows.map((row) => rowHeight(this, row)))
      for (const row of rows) {
        this.#moveDown(row.frame, index, top - rowTop(this, row), highest)
        const by = height - rowHeight(this, row)
        if (!this.#moveDown(row.frame, index + 1, by, highest)) continue
        this.#moveTracks(row, by)
        this.#setHeight(row, height)
      }
    }
  }

  /** Moves the rows of a frame from one on. @returns false if that is too much */
  #moveDown(frame: Frame, from: number, by: number, highest: number): boolean {
    const height = this.#frameHeight(frame) + by
    if (by > muchLower || height > highest) return false
    for (const row of frame.rows.slice(from)) {
      this.#moveRow(row, by)
      this.#moveTracks(row, by)
    }
    this.frameHeights[frame.number] = height
    return true
  }

  #frameHeight({ number }: Frame): number {
    return this.frameHeights[number] as number
  }

  #moveRow({ number }: Row, by: number): void {
    this.tops[number] = (this.tops[number] as number) + by
  }

  #moveTracks({ number }: Row, by: number): void {
    this.#firstTracks[number] = (this.#firstTracks[number] as number) + by
  }

  /** Frames in a row are as high as the highest one. The content of a much lower one stays near what it is connected with. */
  #setHeight(row: Row, height: number): void {
    this.rowHeights[row.number] = height
    for (const entry of row.entries) {
      const { frame } = entry
      if (!frame) continue
      if (height - this.#frameHeight(frame) > muchLower)
        this.#moveContent(frame, topOf(this, entry) - rowTop(this, row))
      this.frameHeights[frame.number] = height
    }
  }

  #moveContent({ rows }: Frame, by: number): void {
    for (const row of rows) {
      if (row.kind !== 'title') this.#moveRow(row, by)
      this.#moveTracks(row, by)
    }
  }

  /** The height of a frame around its content. A long title is above the middle of a narrow content. */
  #enclose(frame: Frame, item: Item, content: number): number {
    const { orientation } = this.#tracked.unit
    const least = orientation === 'right' ? item.measured.width : 0
    this.#moveContent(frame, Math.floor(Math.max(0, least - content) / 2))
    return Math.max(content, least, sizeIn(orientation, givenSize(item)).height)
  }

  #gutterSize(row: Row, next: Row | undefined): GutterSize {
    const { besideBoxes, tracks: trackGap } = this.#spacing
    const tracks = this.#tracked.trackCounts[row.gutter.number] as number
    const used = Math.max(0, tracks - 1) * trackGap
    const above = row.kind === 'boxes' ? besideBoxes : besideTexts
    if (next === undefined) return { height: tracks === 0 ? 0 : above + used, first: above }
    if (row.kind === 'title') {
      return tracks === 0
        ? { height: belowTitle, first: 0 }
        : { height: 4 + used + besideBoxes, first: 4 }
    }
    const below = next.kind === 'boxes' ? besideBoxes : besideTexts
    const needed = tracks === 0 ? 0 : above + used + below
    const height = Math.max(leastGutter(row, next, this.#spacing), needed)
    return { height, first: above + Math.floor((height - needed) / 2) }
  }

  /** Makes positions relative to the unit, from the outside in. */
  #settle(frame: Frame, top: number): void {
    for (const row of frame.rows) {
      this.#moveRow(row, top)
      this.#moveTracks(row, top)
      for (const entry of row.entries)
        if (entry.frame) this.#settle(entry.frame, topOf(this, entry))
    }
  }
}

function leastGutter(row: Row, next: Row, { plainRows, rows }: Spacing): number {
  if (row.kind !== 'boxes') return 18
  if (next.kind !== 'boxes') return 14
  return row.gutter.links.length === 0 ? plainRows : rows
}

export const rowTop = ({ tops }: Heights, { number }: Row): number => tops[number] as number

export const rowHeight = ({ rowHeights }: Heights, { number }: Row): number =>
  rowHeights[number] as number

const heightOf = ({ frameHeights }: Heights, { frame, height }: Slot): number =>
  frame ? (frameHeights[frame.number] as number) : height

/** Entries are in the middle of their row; a much lower one is near what it is connected with. */
export function topOf(heights: Heights, entry: Slot): number {
  const { row, ups, downs, frame } = entry
  const top = rowTop(heights, row)
  if (frame && !frame.item) return top
  const room = rowHeight(heights, row) - heightOf(heights, entry)
  if (room > muchLower && !row.frame.isWritten) {
    const up = ups.length + (frame?.ups.length ?? 0)
    const down = downs.length + (frame?.downs.length ?? 0)
    if (up > 0 && down === 0) return top
    if (down > 0 && up === 0) return top + room
  }
  return top + Math.floor(room / 2)
}

export const trackY = ({ firstTracks, tracks, trackGap }: Stacked, link: Link): number =>
  (firstTracks[link.gutter.number] as number) + (tracks[link.number] as number) * trackGap

/** The item with the position and size that it gets, in the orientation of the unit. */
export const boxAt = (stacked: Stacked, entry: Slot): Item => ({
  ...(entry.item as Item),
  ...placeAt(stacked, entry),
})

/** The position and size that a box or frame gets, in the orientation of the unit. */
export function placeAt(stacked: Stacked, entry: Slot): Box {
  const { frame, before } = entry
  const left = frame ? leftBorderOf(stacked, frame) : axisOf(stacked, entry) - before
  return {
    x: left,
    y: topOf(stacked, entry),
    width: frame ? rightBorderOf(stacked, frame) - left : 2 * before,
    height: heightOf(stacked, entry),
  }
}

export const unitHeight = ({ frameHeights, unit }: Stacked): number =>
  frameHeights[unit.root.number] as number

/** The size of the unit in the picture. */
export const sizeOf = (stacked: Stacked): Size => {
  const { root, orientation } = stacked.unit
  return sizeIn(orientation, {
    width: Math.max(1, rightBorderOf(stacked, root) - leftBorderOf(stacked, root)),
    height: Math.max(1, unitHeight(stacked)),
  })
}
