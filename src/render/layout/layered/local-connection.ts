/** A connection as the layered layout sees it. */
import type { DrawnEdge, Item } from '../boxes/box-tree.ts'

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
