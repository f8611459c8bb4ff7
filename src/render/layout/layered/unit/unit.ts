/** The data of the layered layout: frames of rows, rows of entries, and wires from entry to entry. */

import type { Direction } from '../../../picture/direction.ts'
import { sizes } from '../../../picture/measure.ts'
import type { DrawnEdge, Item } from '../../boxes/box-tree.ts'
import type { Tag } from '../../boxes/edge-labels.ts'
import type { Spacing } from './spacing.ts'

/** A frame whose content is in rows; the outermost one of a unit may be the picture itself. */
export interface Frame {
  /** Undefined for the picture and for a column of it. */
  readonly item: Item | undefined
  /** Its own entry in a row of the frame around it. */
  entry: Slot | undefined
  rows: Row[]
  /** The order in the rows is fixed: as written in the script, or along a path. */
  isWritten: boolean
  /** Links that cross its upper and its lower border. */
  readonly ups: Link[]
  readonly downs: Link[]
  /** Horizontal borders. */
  left: number
  right: number
  height: number
  /** Estimated width, for ordering. */
  span: number
}

export interface Row {
  frame: Frame
  /** `title`: beside the title of the frame; `texts`: the texts of edges. */
  readonly kind: 'title' | 'boxes' | 'texts'
  entries: Slot[]
  index: number
  /** Edges of its boxes, without the row's gaps. */
  top: number
  height: number
  /** Below the row. */
  readonly gutter: Gutter
}

/** The space between a row and the next one. */
export interface Gutter {
  readonly links: Link[]
  /** Without turns, in the order of the last count of crossings. */
  readonly passing: Link[]
  /** Positions of their lower ends, sorted. */
  readonly lowers: number[]
  /** Number of horizontal tracks. */
  tracks: number
  /** Height of the first track, and distance of the next one. */
  first: number
  gap: number
}

/** A place in a row: a box, a frame, or the lane of an edge that passes. */
export interface Slot {
  readonly kind: 'box' | 'frame' | 'lane'
  readonly row: Row
  readonly item: Item | undefined
  readonly frame: Frame | undefined
  /** The text that a lane has room for. */
  readonly text: Tag | undefined
  /** From its axis to both sides. */
  before: number
  after: number
  readonly height: number
  readonly ups: Link[]
  readonly downs: Link[]
  /** Where its links lead; for a frame, also those that cross its border. */
  readonly above: Slot[]
  readonly below: Slot[]
  /** Position in ordering, from left to right over the whole unit. */
  place: number
  /** Where it would be if its row had no other entries. */
  wish: number
  /** Estimated width, for ordering. */
  span: number
  /** Its axis. */
  x: number
}

/** A piece of a wire between two rows; a turn has both ends in the same row, and runs below it, or above if it is over. */
export interface Link {
  readonly wire: Wire
  readonly upper: Slot
  readonly lower: Slot
  readonly isTurn: boolean
  readonly isOver: boolean
  readonly gutter: Gutter
  /** Where it leaves its ends. */
  upperX: number
  lowerX: number
  track: number
}

/** A connection as a sequence of links. */
export interface Wire {
  readonly connection: DrawnEdge
  /** Index among all connections. */
  readonly edge: number
  readonly hasText: boolean
  /** From the start of the connection to its end. */
  readonly stops: Slot[]
  readonly links: Link[]
}

export interface Beside {
  readonly edge: number
  readonly left: Slot
  readonly right: Slot
  /** True if it leads to the right. */
  readonly isForward: boolean
}

/** A unit: the frames that are laid out together. */
export interface Unit {
  readonly root: Frame
  /** Outer frames first. */
  readonly frames: Frame[]
  readonly wires: Wire[]
  /** Connections between neighbours in a row, which run from side to side. */
  readonly beside: Beside[]
  readonly spacing: Spacing
  /** To the right, x and y are exchanged in everything that the layout computes. */
  readonly direction: Direction
}

export const newRow = (frame: Frame, kind: Row['kind']): Row => ({
  frame,
  kind,
  entries: [],
  index: 0,
  top: 0,
  height: 0,
  gutter: { links: [], passing: [], lowers: [], tracks: 0, first: 0, gap: 0 },
})

type NewSlot = Pick<Slot, 'kind' | 'before' | 'after' | 'height' | 'span'> &
  Partial<Pick<Slot, 'item' | 'frame' | 'text'>>

/** All entries are made here, by one literal: with the same shape, reading them takes half of the time. */
export const newSlot = (row: Row, made: NewSlot): Slot => ({
  kind: made.kind,
  row,
  item: made.item,
  frame: made.frame,
  text: made.text,
  before: made.before,
  after: made.after,
  height: made.height,
  ups: [],
  downs: [],
  above: [],
  below: [],
  place: 0,
  wish: 0,
  span: made.span,
  x: 0,
})

/** Where a link leaves one of its ends. */
export const xAt = (link: Link, entry: Slot): number =>
  link.upper === entry ? link.upperX : link.lowerX

export function moveEnd(link: Link, entry: Slot, x: number): void {
  if (link.upper === entry) link.upperX = x
  else link.lowerX = x
}

/** The space to the right of a box for connections with itself. */
export const roomBeside = ({ after, before }: Slot): number => after - before

export const leftSideOf = ({ frame, x, before }: Slot): number => (frame ? frame.left : x - before)
/** With the space for connections with itself. */
export const rightSideOf = (entry: Slot): number =>
  entry.frame ? entry.frame.right + roomBeside(entry) : entry.x + entry.after

/** From the left border of a frame to its content: to the right, the head with the title is there. */
export const leftPadding = (direction: Direction): number =>
  direction === 'down' ? sizes.framePad : sizes.frameHead

/** An entry, and those of the frames around it from the inside out. */
export function* entriesAround(entry: Slot): Generator<Slot> {
  for (let at: Slot | undefined = entry; at !== undefined; at = at.row.frame.entry) yield at
}

/** Rows of all frames of the unit. */
export function* rowsOf({ frames }: Unit): Generator<Row> {
  for (const { rows } of frames) yield* rows
}

export function numberRows({ frames }: Unit): void {
  for (const { rows } of frames)
    rows.forEach((row, index) => {
      row.index = index
    })
}
