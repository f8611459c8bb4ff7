/** A unit: frames of rows, rows of slots, and wires from slot to slot. Phases add figures to it, and change nothing in it. */

import type { Orientation } from '../../../picture/direction.ts'
import { sizes } from '../../../picture/measure.ts'
import type { DrawnEdge, Item } from '../../boxes/box-tree.ts'
import type { Tag } from '../../boxes/edge-labels.ts'
import type { Spacing } from './spacing.ts'

/** Figures by the number of a frame, row, slot or link. */
export interface Numbers {
  readonly length: number
  readonly [number: number]: number
  slice(): Float64Array
}

/** A frame whose content is in rows; the outermost one of a unit may be the picture itself. */
export interface Frame {
  /** Its index in the unit. */
  readonly number: number
  /** Undefined for the picture and for a column of it. */
  readonly item: Item | undefined
  /** Its own entry in a row of the frame around it. */
  readonly entry: Slot | undefined
  readonly rows: readonly Row[]
  /** The order in the rows is fixed: as written in the script, or along a path. */
  readonly isWritten: boolean
  /** Links that cross its upper and its lower border. */
  readonly ups: readonly Link[]
  readonly downs: readonly Link[]
  /** Estimated width, for ordering. */
  readonly span: number
}

export interface Row {
  readonly number: number
  readonly frame: Frame
  /** `title`: beside the title of the frame; `texts`: the texts of edges. */
  readonly kind: 'title' | 'boxes' | 'texts'
  /** In the order in which they were made. */
  readonly entries: readonly Slot[]
  /** Its place in its frame. */
  readonly index: number
  /** Below the row. */
  readonly gutter: Gutter
}

/** The space between a row and the next one. */
export interface Gutter {
  /** That of the row above. */
  readonly number: number
  readonly links: readonly Link[]
}

/** A place in a row: a box, a frame, or the lane of an edge that passes. */
export interface Slot {
  readonly number: number
  readonly kind: 'box' | 'frame' | 'lane'
  readonly row: Row
  readonly item: Item | undefined
  readonly frame: Frame | undefined
  /** The text that a lane has room for. */
  readonly text: Tag | undefined
  /** From its axis to both sides. */
  readonly before: number
  readonly after: number
  readonly height: number
  readonly ups: readonly Link[]
  readonly downs: readonly Link[]
  /** Estimated width, for ordering. */
  readonly span: number
}

/** A piece of a wire between two rows; a turn has both ends in the same row, and runs below it, or above if it is over. */
export interface Link {
  readonly number: number
  readonly wire: Wire
  readonly upper: Slot
  readonly lower: Slot
  readonly isTurn: boolean
  readonly isOver: boolean
  readonly gutter: Gutter
}

/** A connection as a sequence of links. */
export interface Wire {
  readonly connection: DrawnEdge
  /** Index among all connections. */
  readonly edge: number
  readonly hasText: boolean
  /** From the start of the connection to its end. */
  readonly stops: readonly Slot[]
  readonly links: readonly Link[]
}

export interface Beside {
  readonly edge: number
  readonly left: Slot
  readonly right: Slot
  /** True if it leads to the right. */
  readonly isForward: boolean
  readonly text: string | null
}

/** A unit: the frames that are laid out together. */
export interface Unit {
  readonly root: Frame
  /** Outer frames first. */
  readonly frames: readonly Frame[]
  /** Rows of all frames, frame by frame. */
  readonly rows: readonly Row[]
  readonly slots: readonly Slot[]
  readonly wires: readonly Wire[]
  readonly links: readonly Link[]
  /**
   * False if there would be too many pieces: then there are no wires, and connections only decide
   * about rows.
   */
  readonly isRouted: boolean
  /** Connections between neighbours in a row, which run from side to side. */
  readonly beside: readonly Beside[]
  readonly spacing: Spacing
  /** To the right, x and y are exchanged in everything that the layout computes. */
  readonly orientation: Orientation
  /** Connections lead from the last row to the first. */
  readonly isBackwards: boolean
}

/** The space to the right of a box for connections with itself. */
export const roomBeside = ({ after, before }: Slot): number => after - before

/** From the left border of a frame to its content: to the right, the head with the title is there. */
export const leftPadding = (orientation: Orientation): number =>
  orientation === 'down' ? sizes.framePad : sizes.frameHead

/** An entry, and those of the frames around it from the inside out. */
export function* entriesAround(entry: Slot): Generator<Slot> {
  for (let outer: Slot | undefined = entry; outer !== undefined; outer = outer.row.frame.entry)
    yield outer
}

/** The end of a link that is not at an entry. */
export const otherEnd = (link: Link, entry: Slot): Slot =>
  link.upper === entry ? link.lower : link.upper
