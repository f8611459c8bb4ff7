/** Builds a `Topology` from the recorded calls. */
import { numberedIds } from '../text/numbered-ids.ts'
import { idGiven, layoutGiven } from './given-argument.ts'
import type { Span } from './model/position.ts'
import {
  type Application,
  type Builder,
  CONTAINER_KINDS,
  type Edge,
  type Flow,
  type Options,
  type Scenario,
  type ScenarioStep,
  type Topology,
  type TopologyNode,
  type UnknownCall,
  type Value,
  type WrongCall,
} from './model/topology.ts'
import type { TopologyRecord } from './records.ts'

/** A mutable version of a read-only type. */
type Draft<T> = { -readonly [K in keyof T]: T[K] }
type FlowDraft = Draft<Omit<Flow, 'scenarios'>> & {
  scenarios: (Draft<Scenario> & { steps: ScenarioStep[] })[]
}
type BuilderDraft = Draft<Builder> & { applications: Draft<Application>[] }
type NodeDraft = Draft<TopologyNode>

/** An element, its index in its list and the number of its current row. */
interface Entry<T> {
  readonly index: number
  readonly draft: T
  row: number
}

/** @param spanOf returns the span of a place number */
export function assemble(
  records: readonly TopologyRecord[],
  spanOf: (place: number) => Span,
): Topology {
  const assembly = new Assembly()
  for (const record of records) assembly.add(record, spanOf(record.at))
  return assembly.topology()
}

type RecordOf<Kind extends TopologyRecord['is']> = TopologyRecord & { is: Kind }
/** A record about an element, an application or a flow before it. */
type Mark = RecordOf<'row' | 'resize' | 'awaited' | 'returned'>

/** The parts that the records so far have made. Elements are found by the number of the record that made them. */
class Assembly {
  readonly #builders = new Map<number, Entry<BuilderDraft>>()
  readonly #nodes = new Map<number, Entry<NodeDraft>>()
  readonly #edges: Draft<Edge>[] = []
  readonly #flows = new Map<number, FlowDraft>()
  readonly #applications = new Map<number, Draft<Application>>()
  readonly #unknownCalls: UnknownCall[] = []
  readonly #wrongCalls: WrongCall[] = []
  readonly #edgeId = numberedIds()

  /** @param at the position of the call */
  add(record: TopologyRecord, at: Span): void {
    switch (record.is) {
      case 'builder':
        this.#addBuilder(record, at)
        break
      case 'element':
        this.#addNode(record, at)
        break
      case 'layer':
        this.#setLayer(record)
        break
      case 'edge':
        this.#addEdge(record, at)
        break
      case 'apply':
        this.#apply(record, at)
        break
      case 'flow':
        this.#addFlow(record, at)
        break
      case 'scenario':
        this.#flows.get(record.flow)?.scenarios.push(scenarioOf(record, at))
        break
      case 'step':
        this.#addStep(record, at)
        break
      case 'row':
      case 'resize':
      case 'awaited':
      case 'returned':
        this.#mark(record)
        break
      case 'unknown':
        this.#addUnknownCall(record, at)
        break
      case 'misuse': {
        const { number: order, method, given } = record
        this.#wrongCalls.push({ at, order, method, given })
      }
    }
  }

  topology(): Topology {
    const builders = [...this.#builders.values()].map(({ draft }) => draft)
    const nodes = [...this.#nodes.values()].map(({ draft }) => draft)
    const edges = this.#edges
    for (const element of [...nodes, ...edges]) {
      const last = builders[element.builder]?.applications.at(-1)
      element.afterApply = last !== undefined && element.order > last.order
    }
    const flows = [...this.#flows.values()]
    const unknownCalls = this.#unknownCalls
    return { builders, nodes, edges, flows, unknownCalls, wrongCalls: this.#wrongCalls }
  }

  #addBuilder({ number, autoLayout, given }: RecordOf<'builder'>, at: Span): void {
    const draft = {
      at,
      order: number,
      autoLayout,
      layoutGiven: layoutGiven(given),
      applications: [],
    }
    this.#builders.set(number, { index: this.#builders.size, draft, row: 0 })
  }

  #addNode(record: RecordOf<'element'>, at: Span): void {
    const builder = this.#builders.get(record.builder)
    const parent = record.parent === undefined ? undefined : this.#nodes.get(record.parent)
    if (builder === undefined) return
    const { row } = parent ?? builder
    const draft = nodeOf(record, { at, builder: builder.index, parent: parent?.index, row })
    this.#nodes.set(record.number, { index: this.#nodes.size, draft, row: 0 })
  }

  #setLayer({ of, name }: RecordOf<'layer'>): void {
    const node = this.#nodes.get(of)
    if (node !== undefined) node.draft.layer = name
  }

  #addEdge(record: RecordOf<'edge'>, at: Span): void {
    const builder = this.#builders.get(record.builder)
    if (builder === undefined) return
    const id = this.#edgeId(`${record.from}->${record.to}`)
    this.#edges.push(edgeOf(record, at, id, builder.index))
  }

  #apply({ number, builder: builderNumber }: RecordOf<'apply'>, at: Span): void {
    const builder = this.#builders.get(builderNumber)
    if (builder === undefined) return
    const application = { at, order: number, awaited: false }
    builder.draft.applications.push(application)
    this.#applications.set(number, application)
  }

  #addFlow({ number }: RecordOf<'flow'>, at: Span): void {
    this.#flows.set(number, { at, order: number, returned: false, scenarios: [] })
  }

  /** Adds a step to the last scenario, or to one without a name. */
  #addStep({ number, flow: flowNumber, step }: RecordOf<'step'>, at: Span): void {
    const flow = this.#flows.get(flowNumber)
    if (flow === undefined) return
    if (flow.scenarios.length === 0) {
      flow.scenarios.push({ at, order: number, ...DEFAULT_SCENARIO, steps: [] })
    }
    flow.scenarios.at(-1)?.steps.push({ at, order: number, ...step })
  }

  #mark({ is, of }: Mark): void {
    switch (is) {
      case 'row':
        this.#startRow(of)
        break
      case 'resize':
        assign(this.#nodes.get(of)?.draft, { autoResized: true })
        break
      case 'awaited':
        assign(this.#applications.get(of), { awaited: true })
        break
      case 'returned':
        assign(this.#flows.get(of), { returned: true })
    }
  }

  #startRow(nodeNumber: number): void {
    const node = this.#nodes.get(nodeNumber)
    if (node !== undefined) node.row++
  }

  #addUnknownCall({ number, on, name, mention }: RecordOf<'unknown'>, at: Span): void {
    this.#unknownCalls.push({ at, order: number, on, name, mentions: mention })
  }
}

type ScenarioDraft = FlowDraft['scenarios'][number]

function scenarioOf(record: RecordOf<'scenario'>, at: Span): ScenarioDraft {
  const { number, id, title, description, options, unknown } = record
  return {
    at,
    order: number,
    id,
    title,
    description,
    layer: word(options.layer),
    unknownOptions: unknown,
    steps: [],
  }
}

function assign<T extends object>(target: T | undefined, values: Partial<T>): void {
  if (target !== undefined) Object.assign(target, values)
}

/** Where a node is: its call, the indices of its builder and parent, and the row there. */
type NodePlace = Pick<TopologyNode, 'at' | 'builder' | 'parent' | 'row'>

function nodeOf(
  { number, kind, id, given, options, unknown }: RecordOf<'element'>,
  { at, builder, parent, row }: NodePlace,
): NodeDraft {
  const replicas = Number(options.replicas)
  return {
    at,
    order: number,
    kind,
    isContainer: CONTAINER_KINDS.has(kind),
    id: id ?? '',
    idGiven: idGiven(id, given),
    builder,
    parent,
    label: word(options.label),
    description: word(options.description),
    state: word(options.state),
    shape: word(options.shape),
    icon: word(options.icon),
    layer: word(options.layer),
    position: { x: value(options.x), y: value(options.y) },
    size: { width: value(options.width), height: value(options.height) },
    color: word(options.color),
    style: options.style,
    row,
    replicas: Number.isInteger(replicas) && replicas > 0 ? replicas : undefined,
    shardId: value(options.shardId),
    shardRole: word(options.shardRole),
    external: Boolean(options.external),
    capacity: options.capacity,
    autoResized: false,
    afterApply: false,
    unknownOptions: unknown,
    options,
  }
}

function edgeOf(
  { number, from, to, options, unknown }: RecordOf<'edge'>,
  at: Span,
  id: string,
  builder: number,
): Draft<Edge> {
  return {
    at,
    order: number,
    id,
    from,
    to,
    builder,
    type: word(options.type),
    protocol: word(options.protocol),
    label: word(options.label),
    port: value(options.port),
    layer: word(options.layer),
    afterApply: false,
    unknownOptions: unknown,
    options,
  }
}

const UNNAMED = { id: undefined, title: undefined, description: undefined }
const DEFAULT_SCENARIO = { ...UNNAMED, layer: undefined, unknownOptions: [] }

function value(option: Options[string] | undefined): Value | undefined {
  return typeof option === 'object' ? undefined : option
}

function word(option: Options[string] | undefined): string | undefined {
  return option === undefined || typeof option === 'object' ? undefined : String(option)
}
