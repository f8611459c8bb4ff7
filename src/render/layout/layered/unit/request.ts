/** The input of the layered layout: the boxes and connections of a unit, and how a candidate makes rows of them. */
import type { Orientation, Size } from '../../../picture/direction.ts'
import type { Room } from '../../../picture/surface.ts'
import type { DrawnEdge, Item } from '../../boxes/box-tree.ts'

/**
 * With more connections, or more pieces from row to row, lines take the simplest route, even across boxes, and have no texts. Both
 * count work, not time: each machine draws the same picture.
 */
export const MOST_ROUTED = 3_000
export const MOST_PIECES = 60_000

/** A connection of the unit between two boxes of the same frame, which contain its ends. */
export interface LocalConnection {
  readonly edge: number
  readonly connection: DrawnEdge
  /** The frame around both ends; undefined for the picture. */
  readonly home: Item | undefined
  /** The boxes in `home` that are or contain the ends. */
  readonly from: Item
  readonly to: Item
  readonly text: string | null
}

export interface UnitRequest {
  readonly root: Item | undefined
  readonly boxes: readonly Item[]
  readonly connections: readonly LocalConnection[]
  /** The earlier picture has boxes or connections that are gone. */
  readonly hasLost: boolean
  /** The earlier picture was made for the same orientation. */
  readonly keepsDirection: boolean
  /** The wanted width, divided by the height. */
  readonly aspect?: number | undefined
  /** Undefined if any orientation will do. */
  readonly orientation?: Orientation | undefined
  /** Connections lead up, or to the left: the last row comes first. */
  readonly isBackwards: boolean
  /** False if each row must follow the one before in the wanted direction: then nothing is folded. */
  readonly mayFold: boolean
  readonly room: Room
  /** Frames that are boxes here, because their content is at positions from the script. */
  readonly isClosed: (item: Item) => boolean
  /** The size of a box; that of a closed frame encloses its content. */
  readonly sizeOf: (item: Item) => Size
  /** Space to the right of a box, for a connection with itself; below it in a unit that leads to the right. */
  readonly roomBeside: (item: Item, orientation: Orientation) => number
}

/** How a candidate makes rows. */
export interface RowStyle {
  /** Puts several ranks of tall frames into one row. */
  readonly isFolded: boolean
  /**
   * How many rows more than fit the shape may keep connections from turning, if ranks are folded.
   * Undefined for even rows.
   */
  readonly spareRows?: number
  /** The wanted width, divided by the height, of a grid of boxes of any ranks. */
  readonly grid?: number | undefined
  /** How wide the rows of the outermost frame may be, as a share of the usual width. */
  readonly width: number
  /** Splits the rows of trees like others. */
  readonly splitsTrees?: boolean
  /** Keeps the rows of the earlier picture, in all frames. */
  readonly isKept?: boolean
  readonly orientation: Orientation
}
