/** The drawing that a reader (`mermaid`, `compose`, `structurizr`) makes of a foreign file: `write-script.ts` makes a script of it. */

/**
 * Reads a local file that a file includes, by its path from the folder of that file. A list of sorted names for a folder, null
 * if it is outside of the project, undefined if it is missing.
 */
export type ReadIncluded = (path: string) => string | readonly string[] | null | undefined

/** The content of a group from row to row: ids of nodes and groups. */
export type Rows = readonly (readonly string[])[]

/** Chooses the rows of each group that has content. `render` does, because it also draws the script. */
export type ChooseRows = (drawing: Drawing) => ReadonlyMap<string, Rows>

/** One diagram: one script. All lists are in the order of the source, so that a reader of both finds their way. */
export interface Drawing {
  /** Name of the script's file without its suffix, as the source has it; made safe and unique by who writes the file. */
  readonly name: string
  /** Heading of the diagram, if the source has one. */
  readonly title?: string | undefined
  readonly groups: readonly DrawnGroup[]
  readonly nodes: readonly DrawnNode[]
  readonly connections: readonly DrawnConnection[]
  readonly scenarios: readonly DrawnScenario[]
  readonly leftOut: readonly LeftOut[]
  /** Where its connections lead, if that is not down. */
  readonly direction?: DrawnDirection | undefined
}

export type DrawnDirection = 'right' | 'up' | 'left'

export interface DrawnGroup {
  /** As in the source: any text, unique over groups and nodes. */
  readonly id: string
  /** The source has no id for it, so its label gives one. */
  readonly isUnnamed?: boolean
  readonly label: string
  /** Id of the group that contains it. */
  readonly parent?: string | undefined
  readonly description?: string | undefined
  /** A call of the language beyond the core that says more than a group does. */
  readonly kind?: 'cloud' | 'host' | 'vm' | undefined
}

export interface DrawnNode {
  readonly id: string
  /** The source has no id for it, so its label gives one. */
  readonly isUnnamed?: boolean
  readonly label: string
  /** Id of the group that contains it. */
  readonly group?: string | undefined
  readonly shape?:
    | 'cylinder'
    | 'diamond'
    | 'cloud'
    | 'hexagon'
    | 'parallelogram'
    | 'circle'
    | undefined
  readonly icon?: string | undefined
  readonly description?: string | undefined
  readonly external?: boolean | undefined
  readonly replicas?: number | undefined
  /** Line of the source where it starts, from 1. */
  readonly line: number
}

export interface DrawnConnection {
  /** Id of the node or group that opens the connection. */
  readonly from: string
  readonly to: string
  readonly type?: 'tcp' | 'http' | 'monitoring' | 'replication' | 'discovery' | 'pulse' | undefined
  readonly label?: string | undefined
  readonly protocol?: string | undefined
  /** 1 to 65535. */
  readonly port?: number | undefined
  /** Line of the source, from 1. */
  readonly line: number
}

/** Messages between nodes in their order; each pair has a connection. */
export interface DrawnScenario {
  readonly id: string
  readonly title: string
  readonly steps: readonly DrawnStep[]
}

export interface DrawnStep {
  readonly from: string
  readonly to: string
  readonly message?: string | undefined
}

/** Something in the source that the script does not say. */
export interface LeftOut {
  /** Line of the source, from 1. */
  readonly line: number
  /** In words, for example `style of orders`. */
  readonly what: string
}
