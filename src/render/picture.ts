/** The model of a picture: what is drawn, where it stands, and what plays in it. The documented shape of `--format json`. */

export interface Point {
  readonly x: number
  readonly y: number
}

/** Left upper corner and size, in pixels at scale 1. */
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** What a comparison found out about an element. */
export type Mark = 'added' | 'removed' | 'changed'

interface Drawn {
  /** Positions in `Picture.layers`, its own and those of what it stands in: it is shown while all of them are. */
  readonly layers: readonly number[]
  /** Line and column of the call that made it, one-based. */
  readonly line: number
  readonly column: number
  readonly mark: Mark | null
}

export interface PictureNode extends Box, Drawn {
  /** Its id; the second with the same id is `id#2`. Unique. */
  readonly key: string
  readonly id: string
  readonly kind: string
  /** Drawn as a frame with a title, because others stand in it. */
  readonly isFrame: boolean
  /** Key of the frame that it stands in. */
  readonly parent: string | null
  /** How many frames it stands in. */
  readonly depth: number
  readonly label: string
  /** The label as it is drawn: in lines, and cut where it is too long. */
  readonly lines: readonly string[]
  /** A smaller line below it. */
  readonly note: string | null
  readonly description: string | null
  readonly shape: Shape
  readonly state: NodeState
  readonly icon: string | null
  /** Of how many it stands for; they are drawn as one stack. */
  readonly replicas: number | null
  readonly external: boolean
  readonly color: string | null
}

export interface PictureEdge extends Drawn {
  readonly id: string
  /** Keys of the nodes that it connects. */
  readonly from: string
  readonly to: string
  readonly type: string | null
  readonly protocol: string | null
  readonly port: string | null
  readonly label: string | null
  /** From border to border, in right angles. */
  readonly points: readonly Point[]
  /** The text on the line and its place; null where there is none, or no room for it. */
  readonly tag: (Box & { readonly text: string }) | null
}

export interface Hop {
  /** Keys of nodes, and the id of the edge between them; null where there is none, so nothing can move. */
  readonly from: string
  readonly to: string
  readonly edge: string | null
  /** Against the direction of the edge: an answer. */
  readonly backwards: boolean
}

/** What one step of a scenario shows; the cursor is where it stands afterwards. */
export type PlaybackStep = { readonly line: number; readonly cursor: string | null } & (
  | { readonly kind: 'place' }
  | { readonly kind: 'send'; readonly hops: readonly Hop[] }
  | { readonly kind: 'message' | 'error'; readonly text: string }
  | { readonly kind: 'flash'; readonly node: string | null }
)

export interface PictureScenario {
  readonly id: string
  readonly title: string
  readonly description: string | null
  readonly layers: readonly number[]
  readonly frames: readonly PlaybackStep[]
}

export interface Picture {
  readonly title: string
  readonly width: number
  readonly height: number
  /** In the order of the script, so frames come before what stands in them. */
  readonly nodes: readonly PictureNode[]
  readonly edges: readonly PictureEdge[]
  /** Distinct names, in the order in which they occur. */
  readonly layers: readonly string[]
  readonly scenarios: readonly PictureScenario[]
}

export const shapes = [
  'default',
  'cylinder',
  'diamond',
  'cloud',
  'hexagon',
  'parallelogram',
  'circle',
] as const
export type Shape = (typeof shapes)[number]

export const states = ['running', 'stopped', 'warning', 'error'] as const
export type NodeState = (typeof states)[number]
