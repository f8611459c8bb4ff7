/** Types of the builders, which are globals in topology scripts, for completion and type checks in editors. */

type Shape = 'default' | 'cylinder' | 'diamond' | 'cloud' | 'hexagon' | 'parallelogram' | 'circle'
type ProcessState = 'running' | 'stopped' | 'warning' | 'error'
type ConnectionType = 'tcp' | 'http' | 'monitoring' | 'replication' | 'discovery' | 'pulse'
type Icon =
  | 'server'
  | 'cpu'
  | 'container'
  | 'database'
  | 'globe'
  | 'router'
  | 'load-balancer'
  | 'firewall'
  | 'dns'
  | 'cache'
  | 'browser'
  | 'terminal'
  | 'cloud'
  | 'shield'
  | 'lock'
  | 'user'
  | 'code'
  | 'api'
  | 'queue'
  | 'mail'
  | 'zap'
  | 'alert'
  | 'monitor'
  | 'mobile'
  | 'key'
  | 'memory'
  | 'hard-drive'
  | 'storage'
  | 'layers'
  | 'chart'
  | 'clock'
  | 'search'

interface Position {
  x: number
  y: number
}

interface GroupConfig {
  label: string
  description?: string
  /** In pixels; default 400. */
  width?: number
  /** In pixels; default 200. */
  height?: number
  /** Hexadecimal, or any CSS colour. */
  color?: string
  style?: Record<string, string | number>
  /** Viewers show one toggle per layer; elements without a layer are always visible. */
  layer?: string
  x?: number
  y?: number
}

interface ProcessConfig {
  /** Unique over the whole topology, groups included. */
  id: string
  /** At most 24 characters are recommended. */
  label: string
  state?: ProcessState
  shape?: Shape
  icon?: Icon
  description?: string
  layer?: string
  /** N creates the nodes `<id>-1` to `<id>-N`; the bare id means all of them. */
  replicas?: number
  shardId?: string
  shardRole?: 'primary' | 'replica' | 'arbiter'
  external?: boolean
  capacity?: { maxRps?: number; replicas?: number }
  x?: number
  y?: number
}

interface ConnectOptions {
  type?: ConnectionType | (string & {})
  protocol?: string
  label?: string
  port?: number
  layer?: string
}

interface Leaf {
  layer(name: string): this
}

interface Group {
  addProcess(config: ProcessConfig): this
  /** Returns the child, not this group. */
  addGroup(config: GroupConfig & { id: string }): Group
  addCloud(config: GroupConfig & { id: string }): Group
  addHost(config: GroupConfig & { id: string }): Group
  addVM(config: GroupConfig & { id: string }): Group
  /** Nodes flow left to right in one row until this is called. */
  newRow(): this
  /** Call it on children before their parents. */
  autoResize(): this
  layer(name: string): this
}

interface CreateGroup {
  (id: string, config: GroupConfig, position?: Position): Group
  (config: GroupConfig & { id: string }): Group
}

interface CreateLeaf {
  (id: string, config: Omit<ProcessConfig, 'id'>, position?: Position): Leaf
  (config: ProcessConfig): Leaf
}

declare class TopologyBuilder {
  /** @param autoLayout `true` computes positions and ignores given ones. */
  constructor(autoLayout: boolean)
  createGroup: CreateGroup
  createCloud: CreateGroup
  createHost: CreateGroup
  createVM: CreateGroup
  createDataCenter: CreateGroup
  createDatabase: CreateLeaf
  createClient: CreateLeaf
  createActor: CreateLeaf
  createNode: CreateLeaf
  /** Adds a node outside any group. */
  createProcess(config: ProcessConfig): this
  /** `from` opens the connection to `to`; answers travel back along the same edge. */
  connect(from: string, to: string, options?: ConnectOptions): this
  /** Required; add everything before this call. */
  apply(): Promise<void>
}

declare class FlowBuilder {
  /** Starts a named scenario; the next steps belong to it. */
  scenario(id: string, title: string, description?: string, options?: { layer?: string }): this
  /** Puts the cursor on a node. */
  from(id: string): this
  /** Sends a packet from the cursor to `id`, along an edge in either direction, and moves the cursor. */
  to(id: string): this
  /** Shows a message at the cursor; start it with a label, e.g. `[CACHE] found`. */
  showMessage(text: string): this
  showError(text: string): this
  /** Highlights a node in red. */
  flashError(id: string): this
  /** Sends several packets at the same time. */
  parallel(pairs: [from: string, to: string][]): this
}
