/** What a script draws, as a plain value: what rules judge, and what is rendered, compared and commented on. */
import type { Span } from './position.ts'

/** What kind of thing a node is, by the method that made it. */
export type NodeKind =
  | 'process'
  | 'node'
  | 'database'
  | 'client'
  | 'actor'
  | 'group'
  | 'cloud'
  | 'host'
  | 'vm'
  | 'datacenter'

/** The kinds that hold others. */
export const CONTAINER_KINDS: ReadonlySet<NodeKind> = new Set(['group', 'cloud', 'host', 'vm', 'datacenter'])

/** A value of an option as the script gave it: objects are made text, functions and symbols too. */
export type Value = string | number | boolean

/** Whatever a call of the script made. */
export interface Element {
  /** The call that made it; of a chained call, from the method's name on. */
  readonly at: Span
  /** Counts all that a script does, so before and after can be told. */
  readonly order: number
}

/** One `new TopologyBuilder(…)`. */
export interface Builder extends Element {
  /** Positions are computed and given ones are ignored. */
  readonly autoLayout: boolean
  /** What its argument was: of objects and texts, all but the empty text count as `true`. */
  readonly layoutGiven: 'boolean' | 'none' | 'other'
  readonly applications: readonly Application[]
}

/** One call of `apply()`. */
export interface Application extends Element {
  readonly awaited: boolean
}

/** A group or a leaf; leaves are nodes in the narrow sense. */
export interface TopologyNode extends Element {
  readonly kind: NodeKind
  readonly isContainer: boolean
  /** Always text; empty when none was given. */
  readonly id: string
  /** What type the id had in the script. */
  readonly idGiven: 'text' | 'number' | 'none' | 'other'
  /** Index of its builder in `Topology.builders`. */
  readonly builder: number
  /** Index of the container that it is in, in `Topology.nodes`. A script may use one id twice. */
  readonly parent: number | undefined
  readonly label: string | undefined
  readonly description: string | undefined
  /** As given; known are `running` (default), `stopped`, `warning`, `error`. */
  readonly state: string | undefined
  readonly shape: string | undefined
  readonly icon: string | undefined
  readonly layer: string | undefined
  /** As given, in the third argument or in the config; text where it was text. */
  readonly position: { readonly x: Value | undefined; readonly y: Value | undefined }
  readonly size: { readonly width: Value | undefined; readonly height: Value | undefined }
  readonly color: string | undefined
  /** A CSS object, or whatever else was given. */
  readonly style: Readonly<Record<string, Value>> | Value | undefined
  /** Row within its container or, outside of any, within the topology: 0, and one more after each `newRow()`. */
  readonly row: number
  /** Of how many it stands for: N makes the nodes `id-1` … `id-N`. Undefined unless it is a whole number above 0. */
  readonly replicas: number | undefined
  readonly shardId: Value | undefined
  readonly shardRole: string | undefined
  readonly external: boolean
  readonly capacity: Readonly<Record<string, Value>> | Value | undefined
  /** `autoResize()` was called on it. */
  readonly autoResized: boolean
  /** Of the last application of its builder: it was made too late for it. */
  readonly afterApply: boolean
  /** Names of options that the DSL does not have. */
  readonly unknownOptions: readonly string[]
  /** Every option as given, `id` left out: for advice on values of the wrong type. */
  readonly options: Options
}

/** A connection: `from` opens it. */
export interface Edge extends Element {
  /** `<from>-><to>`; a second one between the same two `<from>-><to>#2`. */
  readonly id: string
  /** An id of a node or group, as given: it may be a bare id of replicas, or known to nobody. See `resolve`. */
  readonly from: string
  readonly to: string
  readonly builder: number
  /** Known are `tcp`, `http`, `monitoring`, `replication`, `discovery`, `pulse`; anything goes. */
  readonly type: string | undefined
  readonly protocol: string | undefined
  readonly label: string | undefined
  readonly port: Value | undefined
  readonly layer: string | undefined
  readonly afterApply: boolean
  readonly unknownOptions: readonly string[]
  readonly options: Options
}

/** One `new FlowBuilder()`. */
export interface Flow extends Element {
  /** The script returned it. */
  readonly returned: boolean
  /** The first is the implicit default scenario when steps come before the first `scenario()`. */
  readonly scenarios: readonly Scenario[]
}

export interface Scenario extends Element {
  /** Undefined for the implicit default scenario. */
  readonly id: string | undefined
  readonly title: string | undefined
  readonly description: string | undefined
  readonly layer: string | undefined
  readonly unknownOptions: readonly string[]
  readonly steps: readonly ScenarioStep[]
}

export type ScenarioStep = Element &
  (
    | { readonly kind: 'from' | 'to' | 'flashError'; readonly id: string }
    | { readonly kind: 'showMessage' | 'showError'; readonly text: string }
    | { readonly kind: 'parallel'; readonly pairs: readonly (readonly [from: string, to: string])[] }
  )

/** A call of a method that the DSL does not have. */
export interface UnknownCall extends Element {
  readonly on: 'topology' | 'group' | 'node' | 'flow'
  readonly name: string
  /** The id in its first argument: a node that it may have made, for all that is known. */
  readonly mentions: string | undefined
}

export type Options = Readonly<Record<string, Value | Readonly<Record<string, Value>>>>

/** All lists are in the order of the calls. */
export interface Topology {
  readonly builders: readonly Builder[]
  readonly nodes: readonly TopologyNode[]
  readonly edges: readonly Edge[]
  readonly flows: readonly Flow[]
  readonly unknownCalls: readonly UnknownCall[]
}
