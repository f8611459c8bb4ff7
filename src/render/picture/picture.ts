/** The model of a picture: elements, positions and scenarios. The documented output of `--format json`. */
import type { Direction } from './direction.ts'
import type { StyleSetting } from './look/style.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Upper left corner and size, in pixels at scale 1. */
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** The result of a comparison for one element. */
export type Mark = 'added' | 'removed' | 'changed'

interface Drawn {
  /** Indices in `Picture.layers`, including those of its frames: shown only while all of them are. */
  readonly layers: readonly number[]
  /** Line and column of its call, one-based. */
  readonly line: number
  readonly column: number
  readonly mark: Mark | null
}

export interface PictureNode extends Box, Drawn {
  /** Unique: its id, or `id#2` for the second node with the same id. */
  readonly key: string
  readonly id: string
  readonly kind: string
  /** Drawn as a frame with a title, because it contains nodes. */
  readonly isFrame: boolean
  /** Key of its frame. */
  readonly parent: string | null
  /** Number of frames around it. */
  readonly depth: number
  /** In one line. */
  readonly label: string
  /** The label at the breaks of its author; only if it has breaks. */
  readonly labelLines?: readonly string[]
  /** The label as drawn: wrapped, and truncated if it is too long. */
  readonly lines: readonly string[]
  /** A smaller line below the label. */
  readonly note: string | null
  readonly description: string | null
  readonly shape: Shape
  readonly state: NodeState
  readonly icon: string | null
  /** Number of replicas, drawn as one stack. */
  readonly replicas: number | null
  readonly external: boolean
  readonly color: string | null
  /** Border and background of a group, only if the script sets them. */
  readonly look?: GroupLook
  /** The description below the label, as drawn; only if the picture shows descriptions. */
  readonly about?: readonly string[] | undefined
  /** Its id in the older version; only in a comparison, and only if it has another one. */
  readonly was?: string
}

export interface GroupLook {
  readonly dash?: 'dashed' | 'dotted'
  /** Colours of CSS. */
  readonly border?: string
  readonly background?: string
}

export interface PictureEdge extends Drawn {
  readonly id: string
  /** Keys of its nodes. */
  readonly from: string
  readonly to: string
  readonly type: string | null
  readonly protocol: string | null
  readonly port: string | null
  /** In one line. */
  readonly label: string | null
  /** The label at the breaks of its author; only if it has breaks. */
  readonly labelLines?: readonly string[]
  /** From border to border, with right angles. */
  readonly points: readonly Point[]
  /** The text on the line, with `\n` between its lines, and its position; null without text or room. */
  readonly tag: (Box & { readonly text: string }) | null
}

export interface Hop {
  /** Keys of the nodes and id of the edge; null without an edge, so nothing moves. */
  readonly from: string
  readonly to: string
  readonly edge: string | null
  /** True against the direction of the edge: a response. */
  readonly backwards: boolean
}

/** One step of a scenario; `cursor` is the node after the step. */
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

/** How often a picture does not have what it should guarantee. */
export interface Violations {
  /** Connections through a box that is not one of their ends. */
  readonly throughBoxes: number
  /** Connections through a frame that contains neither end. */
  readonly throughFrames: number
  /** Texts of connections without room. */
  readonly textsLeftOut: number
  /** True if the diagram has more pieces of lines than topo leads around boxes, on any machine. */
  readonly isSimple: boolean
}

/** SVG that was checked: no scripts, nothing from outside, no ids that another icon has. */
export interface IconArt {
  /** Derived from the content: the same id always names the same art, also in two pictures of one page. */
  readonly id: string
  readonly viewBox: string
  readonly body: string
}

/** By the name in the script, such as `aws:lambda`. */
export type IconArts = ReadonlyMap<string, IconArt>

export interface Picture {
  readonly title: string
  readonly width: number
  readonly height: number
  /** In script order, so frames precede their content. */
  readonly nodes: readonly PictureNode[]
  readonly edges: readonly PictureEdge[]
  /** Unique names in order of first use. */
  readonly layers: readonly string[]
  /**
   * All layers of the diagram as written, only if some were asked for; not in the output of
   * `--format json`.
   */
  readonly allLayers?: readonly string[]
  readonly scenarios: readonly PictureScenario[]
  /** Only if it was chosen, and is not down. */
  readonly direction?: Exclude<Direction, 'down'>
  /** Only if the header of the script chose it. */
  readonly scriptDirection?: Direction
  /** The width divided by the height, only if a shape was asked for. */
  readonly aspect?: number
  /** A comparison: what has no mark is unchanged and steps back. */
  readonly compares?: true
  /** Icons of packs that its nodes name; not in the output of `--format json`. */
  readonly icons?: IconArts
  /** Undefined for `plain`. */
  readonly style?: StyleSetting | undefined
  /** Only if there are some: then the diagram is too large, or its positions leave no room. */
  readonly violations?: Violations
}

/** The parts of an earlier picture that a layout needs. */
export interface EarlierPicture {
  readonly nodes: readonly Pick<PictureNode, 'key' | 'x' | 'y' | 'width' | 'height'>[]
  readonly edges: readonly Pick<PictureEdge, 'id' | 'points'>[]
  readonly direction?: Exclude<Direction, 'down'>
  readonly scriptDirection?: Direction
  readonly aspect?: number
}

/** Three pictures of the same size. */
export interface ComparedPictures {
  readonly before: Picture
  /** Everything of both versions, with the looks of the newer one. */
  readonly both: Picture
  readonly after: Picture
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
/** Also the figures of an actor and of a host, which no script names. */
export type Shape = (typeof shapes)[number] | 'person' | 'machine'

export const states = ['running', 'stopped', 'warning', 'error'] as const
export type NodeState = (typeof states)[number]
