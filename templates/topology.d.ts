/** Types of the builders, which are globals in topology scripts. Names of the other types start with `TopologyBuilder.` */

declare namespace TopologyBuilder {
  type Shape = 'default' | 'cylinder' | 'diamond' | 'cloud' | 'hexagon' | 'parallelogram' | 'circle'
  type ProcessState = 'running' | 'stopped' | 'warning' | 'error'
  type ShardRole = 'primary' | 'replica' | 'arbiter'
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
    | `${string}:${string}`

  /** In pixels; ignored with automatic layout. */
  interface Position {
    x: number
    y: number
  }

  interface GroupConfig {
    /** Title of the box. At most 24 characters are recommended. */
    label: string
    /** Shown when the group is selected. */
    description?: string
    /** In pixels; default 400. */
    width?: number
    /** In pixels; default 200. */
    height?: number
    /** Hexadecimal, or any CSS colour. */
    color?: string
    /** CSS properties of the box. */
    style?: Record<string, string | number>
    /** Viewers can hide a layer; elements without one are always visible. */
    layer?: string
    /** In pixels; ignored with automatic layout. */
    x?: number
    /** In pixels; ignored with automatic layout. */
    y?: number
  }

  interface ProcessConfig {
    /** Unique over the whole topology, groups included. */
    id: string
    /** Text of the node. At most 24 characters are recommended. */
    label: string
    /** Colour and mark of the node; default `running`. */
    state?: ProcessState
    /** Outline. `cylinder` is usual for databases; the default is a box. */
    shape?: Shape
    /** A small picture beside the label. */
    icon?: Icon
    /** Shown when the node is selected. */
    description?: string
    /** Viewers can hide a layer; elements without one are always visible. */
    layer?: string
    /** N creates the nodes `<id>-1` to `<id>-N`; the bare id means all of them. */
    replicas?: number
    /** Nodes with the same shard belong together. */
    shardId?: string
    /** Role in its shard. */
    shardRole?: ShardRole
    /** True for systems of others. */
    external?: boolean
    /** Load that the node can carry: `maxRps` in requests per second, and `replicas`. */
    capacity?: { maxRps?: number; replicas?: number }
    /** In pixels; ignored with automatic layout. */
    x?: number
    /** In pixels; ignored with automatic layout. */
    y?: number
  }

  interface ConnectOptions {
    /** Drawing of the arrow; another text is drawn as `tcp`. */
    type?: ConnectionType | (string & {})
    /** Any text, such as `HTTPS` or `gRPC`. On the arrow if there is no label. */
    protocol?: string
    /** Text on the arrow. */
    label?: string
    /** 1 to 65535. On the arrow if there is no label. */
    port?: number
    /** Viewers can hide a layer; elements without one are always visible. */
    layer?: string
  }

  interface ScenarioOptions {
    /** Viewers can hide a layer; elements without one are always visible. */
    layer?: string
  }

  /** A box for nodes and other groups. */
  interface Group {
    /** Adds a node. Returns this group, so that calls can be chained. */
    addProcess(config: ProcessConfig): this
    /** Adds a nested group. Returns it, not this group. */
    addGroup(config: GroupConfig & { id: string }): Group
    /** Adds a nested cloud. Returns it, not this group. */
    addCloud(config: GroupConfig & { id: string }): Group
    /** Adds a nested host. Returns it, not this group. */
    addHost(config: GroupConfig & { id: string }): Group
    /** Adds a nested virtual machine. Returns it, not this group. */
    addVM(config: GroupConfig & { id: string }): Group
    /** Starts a new row. Nodes flow from left to right until then; at most four in a row are recommended. */
    newRow(): this
    /** Fits the group to its content. Call it on inner groups first. */
    autoResize(): this
    /** The same as the option `layer`. */
    layer(name: string): this
  }

  /** A single node; the calls of the topology can be chained to it. */
  interface Leaf extends TopologyBuilder {
    /** The same as the option `layer`. */
    layer(name: string): this
  }
}

/** Builds the diagram. Add everything, then `await topology.apply()`. */
declare class TopologyBuilder {
  /** @param autoLayout `true` computes positions and ignores given ones. */
  constructor(autoLayout: boolean)
  /** Creates a box for nodes. Returns the group. */
  createGroup(
    id: string,
    config: TopologyBuilder.GroupConfig,
    position?: TopologyBuilder.Position,
  ): TopologyBuilder.Group
  createGroup(
    config: TopologyBuilder.GroupConfig & { id: string },
    position?: TopologyBuilder.Position,
  ): TopologyBuilder.Group
  /** Creates a cloud that contains nodes. Returns it. */
  createCloud: TopologyBuilder['createGroup']
  /** Creates a host that contains nodes. Returns it. */
  createHost: TopologyBuilder['createGroup']
  /** Creates a virtual machine that contains nodes. Returns it. */
  createVM: TopologyBuilder['createGroup']
  /** Creates a data center that contains nodes. Returns it. */
  createDataCenter: TopologyBuilder['createGroup']
  /** Creates a single node. */
  createNode(
    id: string,
    config: Omit<TopologyBuilder.ProcessConfig, 'id'>,
    position?: TopologyBuilder.Position,
  ): TopologyBuilder.Leaf
  createNode(
    config: TopologyBuilder.ProcessConfig,
    position?: TopologyBuilder.Position,
  ): TopologyBuilder.Leaf
  /** Creates a single database. */
  createDatabase: TopologyBuilder['createNode']
  /** Creates a single client. */
  createClient: TopologyBuilder['createNode']
  /** Creates a single actor. */
  createActor: TopologyBuilder['createNode']
  /** Adds a node outside of every group. Returns the topology. */
  createProcess(config: TopologyBuilder.ProcessConfig): this
  /** Connects two nodes or groups; `from` opens the connection. */
  connect(from: string, to: string, options?: TopologyBuilder.ConnectOptions): this
  /** Draws it. Required once, after all other calls on the topology; `await` is advice. */
  apply(): Promise<void>
}

/** Builds the scenarios that viewers play. End the script with `export default flow`. */
declare class FlowBuilder {
  /** Starts a named scenario; the next steps belong to it. Its option is `layer`. */
  scenario(
    id: string,
    title: string,
    description?: string,
    options?: TopologyBuilder.ScenarioOptions,
  ): this
  /** Puts the cursor on a node. Sends nothing. */
  from(id: string): this
  /** Sends a packet along the connection between the cursor and `id`, in either direction, and moves the cursor. */
  to(id: string): this
  /** Shows a message at the cursor; start it with a label, e.g. `[CACHE] found`. */
  showMessage(text: string): this
  /** Shows an error at the cursor; start it with a label, e.g. `[CACHE] lost`. */
  showError(text: string): this
  /** Highlights a node in red. */
  flashError(id: string): this
  /** Sends several packets at the same time, each along a connection: `[[a, b], [a, c]]`. */
  parallel(pairs: [from: string, to: string][]): this
}
