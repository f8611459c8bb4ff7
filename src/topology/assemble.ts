/** Builds a `Topology` from the recorded calls. */
import { numberedIds } from '../text/numbered-ids.ts'
import type { Span } from './position.ts'
import type { TopologyRecord } from './records.ts'
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
} from './topology.ts'

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
  const builders = new Map<number, Entry<BuilderDraft>>()
  const nodes = new Map<number, Entry<NodeDraft>>()
  const edges: Draft<Edge>[] = []
  const flows = new Map<number, FlowDraft>()
  const applications = new Map<number, Draft<Application>>()
  const unknownCalls: UnknownCall[] = []
  const edgeId = numberedIds()

  for (const record of records) {
    const at = spanOf(record.at)
    const order = record.number
    switch (record.is) {
      case 'builder': {
        const { autoLayout } = record
        const draft = {
          at,
          order,
          autoLayout,
          layoutGiven: layoutGiven(record.given),
          applications: [],
        }
        builders.set(order, { index: builders.size, draft, row: 0 })
        break
      }
      case 'element': {
        const builder = builders.get(record.builder)
        const parent = record.parent === undefined ? undefined : nodes.get(record.parent)
        if (builder === undefined) break
        const draft = nodeOf(record, at, builder.index, parent?.index, (parent ?? builder).row)
        nodes.set(order, { index: nodes.size, draft, row: 0 })
        break
      }
      case 'row':
      case 'resize':
      case 'layer': {
        const node = nodes.get(record.of)
        if (node === undefined) break
        if (record.is === 'row') node.row++
        else if (record.is === 'layer') node.draft.layer = record.name
        else node.draft.autoResized = true
        break
      }
      case 'edge': {
        const builder = builders.get(record.builder)
        if (builder === undefined) break
        edges.push(edgeOf(record, at, edgeId(`${record.from}->${record.to}`), builder.index))
        break
      }
      case 'apply': {
        const application = { at, order, awaited: false }
        const builder = builders.get(record.builder)
        if (builder === undefined) break
        builder.draft.applications.push(application)
        applications.set(order, application)
        break
      }
      case 'awaited': {
        const application = applications.get(record.of)
        if (application !== undefined) application.awaited = true
        break
      }
      case 'flow':
        flows.set(order, { at, order, returned: false, scenarios: [] })
        break
      case 'returned': {
        const flow = flows.get(record.of)
        if (flow !== undefined) flow.returned = true
        break
      }
      case 'scenario': {
        const { id, title, description, unknown } = record
        const layer = word(record.options.layer)
        const scenario = {
          at,
          order,
          id,
          title,
          description,
          layer,
          unknownOptions: unknown,
          steps: [],
        }
        flows.get(record.flow)?.scenarios.push(scenario)
        break
      }
      case 'step': {
        const flow = flows.get(record.flow)
        if (flow === undefined) break
        if (flow.scenarios.length === 0)
          flow.scenarios.push({ at, order, ...DEFAULT_SCENARIO, steps: [] })
        flow.scenarios.at(-1)?.steps.push({ at, order, ...record.step })
        break
      }
      case 'unknown':
        unknownCalls.push({ at, order, on: record.on, name: record.name, mentions: record.mention })
    }
  }

  const applied = [...builders.values()].map(({ draft }) => draft)
  const elements = [...nodes.values()].map(({ draft }) => draft)
  for (const element of [...elements, ...edges]) {
    const last = applied[element.builder]?.applications.at(-1)
    element.afterApply = last !== undefined && element.order > last.order
  }
  return { builders: applied, nodes: elements, edges, flows: [...flows.values()], unknownCalls }
}

function nodeOf(
  { number, kind, id, given, options, unknown }: TopologyRecord & { is: 'element' },
  at: Span,
  builder: number,
  parent: number | undefined,
  row: number,
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
  { number, from, to, options, unknown }: TopologyRecord & { is: 'edge' },
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

/** A number counts as a boolean. */
function layoutGiven(given: string): Builder['layoutGiven'] {
  if (given === 'undefined') return 'none'
  return given === 'boolean' || given === 'number' ? 'boolean' : 'other'
}

function idGiven(id: string | undefined, given: string): TopologyNode['idGiven'] {
  if (id === undefined) return 'none'
  return given === 'string' ? 'text' : given === 'number' ? 'number' : 'other'
}

function value(option: Options[string] | undefined): Value | undefined {
  return typeof option === 'object' ? undefined : option
}

function word(option: Options[string] | undefined): string | undefined {
  return option === undefined || typeof option === 'object' ? undefined : String(option)
}
