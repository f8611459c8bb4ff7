/** Where else the nodes of a picture are drawn: other diagrams of a set, such as the pages in a folder. */

export interface OtherDiagram {
  readonly title: string
  /** Relative to the file of the picture. */
  readonly href: string
}

export interface DrawnElsewhere {
  /** The first ones. */
  readonly links: readonly OtherDiagram[]
  /** Also counts those that have no link. */
  readonly count: number
}

/** By key of the node; nodes that only this picture draws have none. */
export type ElsewhereByKey = ReadonlyMap<string, DrawnElsewhere>

/** The set of files that a picture belongs to. */
export interface PictureSet {
  readonly elsewhere: ElsewhereByKey
  /** Address of the index; undefined for a set that has none. */
  readonly index?: string | undefined
}

/** A file that belongs to no set. */
export const noSet: PictureSet = { elsewhere: new Map() }
