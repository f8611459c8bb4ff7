/** The diagram of a script as a plain value, for rules, pictures, comparisons and comments. */
import type { Span } from './position.ts'

const CONTAINERS = ['group', 'cloud', 'host', 'vm', 'datacenter'] as const
export const NODE_KINDS = ['process', 'node', 'database', 'client', 'actor', ...CONTAINERS] as const

/** The kind of a node, by the method that created it. */
export type NodeKind = (typeof NODE_KINDS)[number]

/** The kinds that can contain nodes. */
export const CONTAINER_KINDS: ReadonlySet<NodeKind> = new Set(CONTAINERS)

/** The value of an option. Objects, functions and symbols are converted to text. */
export type Value = string | number | boolean

/** Anything that a call of the script created. */
export interface Element {
  /** The call; for a chained call, from the method's name on. */
  readonly at: Span
  /** Position in the sequence of all calls. */
  readonly order: number
}

/** One `new TopologyBuilder(…)`. */
export interface Builder extends Element {
  /** True if positions are computed and those of the script are ignored. */
  readonly autoLayout: boolean
  /** The type of its argument. Objects and text count as `true`, except empty text. */
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
  /** Always text; empty if not set. */
  readonly id: string
  /** The type of the id in the script. */
  readonly idGiven: 'text' | 'number' | 'none' | 'other'
  /** Index of its builder in `Topology.builders`. */
  readonly builder: number
  /** Index of its container in `Topology.nodes`; an index, because ids may not be unique. */
  readonly parent: number | undefined
  readonly label: string | undefined
  readonly description: string | undefined
  /** The value in the script; documented are `running` (default), `stopped`, `warning`, `error`. */
  readonly state: string | undefined
  readonly shape: string | undefined
  readonly icon: string | undefined
  readonly layer: string | undefined
  /** The value in the script, in the third argument or in the config; may be text. */
  readonly position: { readonly x: Value | undefined; readonly y: Value | undefined }
  readonly size: { readonly width: Value | undefined; readonly height: Value | undefined }
  readonly color: string | undefined
  /** A CSS object, or any other value. */
  readonly style: Readonly<Record<string, Value>> | Value | undefined
  /** Row in its container or in the topology: starts at 0, plus one for each `newRow()`. */
  readonly row: number
  /** Number of replicas: N creates the nodes `id-1` … `id-N`. Undefined unless it is a whole number above 0. */
  readonly replicas: number | undefined
  readonly shardId: Value | undefined
  readonly shardRole: string | undefined
  readonly external: boolean
  readonly capacity: Readonly<Record<string, Value>> | Value | undefined
  /** True if `autoResize()` was called on it. */
  readonly autoResized: boolean
  /** True if it was created after the last `apply()` of its builder. */
  readonly afterApply: boolean
  /** Names of options that the DSL does not have. */
  readonly unknownOptions: readonly string[]
  /** All options as written, without `id`: for advice on values of the wrong type. */
  readonly options: Options
}

/** A connection: `from` opens it. */
export interface Edge extends Element {
  /** `<from>-><to>`; the second one between the same nodes is `<from>-><to>#2`. */
  readonly id: string
  /** Id of a node or group, as written: may be the base id of replicas, or unknown. See `resolve.ts`. */
  readonly from: string
  readonly to: string
  readonly builder: number
  /** Documented are `tcp`, `http`, `monitoring`, `replication`, `discovery`, `pulse`; any text is accepted. */
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
  /** True if the script returned it. */
  readonly returned: boolean
  /** Starts with the implicit default scenario if steps precede the first `scenario()`. */
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
    | {
        readonly kind: 'parallel'
        readonly pairs: readonly (readonly [from: string, to: string])[]
      }
  )

/** A call of a method that the DSL does not have. */
export interface UnknownCall extends Element {
  readonly on: 'topology' | 'group' | 'node' | 'flow'
  readonly name: string
  /** The id in its first argument: a node that the call may have created. */
  readonly mentions: string | undefined
}

/** A call whose arguments have another shape than its method takes, such as an id instead of an object. */
export interface WrongCall extends Element {
  readonly method: string
  /** The first arguments, or the parts of an object in their place, as far as they have a text. */
  readonly given: readonly (string | undefined)[]
}

export type Options = Readonly<Record<string, Value | Readonly<Record<string, Value>>>>

/** All lists are in call order. */
export interface Topology {
  readonly builders: readonly Builder[]
  readonly nodes: readonly TopologyNode[]
  readonly edges: readonly Edge[]
  readonly flows: readonly Flow[]
  readonly unknownCalls: readonly UnknownCall[]
  readonly wrongCalls: readonly WrongCall[]
}
