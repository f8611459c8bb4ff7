/** Records of calls, in their order → the topology that they draw. */
import type { Span } from './position.ts'
import type { StepContent, TopologyRecord } from './records.ts'
import {
  type Application,
  type Builder,
  CONTAINER_KINDS,
  type Edge,
  type Flow,
  type Options,
  type Scenario,
  type Step,
  type Topology,
  type TopologyNode,
  type UnknownCall,
  type Value,
} from './topology.ts'

/** While it is put together, what will be read-only is not. */
type Draft<T> = { -readonly [K in keyof T]: T[K] }
type FlowDraft = Draft<Omit<Flow, 'scenarios'>> & { scenarios: (Draft<Scenario> & { steps: Step[] })[] }
type BuilderDraft = Draft<Builder> & { applications: Draft<Application>[]; row: number; last: number }

/** @param spanOf the stretch of the script that the number of a place stands for */
export function assemble(records: readonly TopologyRecord[], spanOf: (place: number) => Span): Topology {
  const builders = new Map<number, { index: number; draft: BuilderDraft }>()
  const nodes = new Map<number, { index: number; draft: Draft<TopologyNode>; row: number }>()
  const edges: Draft<Edge>[] = []
  const flows = new Map<number, FlowDraft>()
  const applications = new Map<number, Draft<Application>>()
  const unknownCalls: UnknownCall[] = []
  const timesConnected = new Map<string, number>()

  for (const record of records) {
    const element = { at: spanOf(record.at), order: record.number }
    switch (record.is) {
      case 'builder': {
        const draft = { ...element, autoLayout: record.autoLayout, applications: [], row: 0, last: Infinity }
        builders.set(record.number, { index: builders.size, draft })
        break
      }
      case 'element': {
        const builder = builders.get(record.builder)
        const parent = record.parent === undefined ? undefined : nodes.get(record.parent)
        if (builder === undefined) break
        const draft = {
          ...element,
          ...nodeOf(record),
          builder: builder.index,
          parent: parent?.index,
          row: parent?.row ?? builder.draft.row,
        }
        nodes.set(record.number, { index: nodes.size, draft, row: 0 })
        break
      }
      case 'row': {
        const node = nodes.get(record.of)
        if (node !== undefined) node.row++
        break
      }
      case 'resize': {
        const node = nodes.get(record.of)
        if (node !== undefined) node.draft.autoResized = true
        break
      }
      case 'layer': {
        const node = nodes.get(record.of)
        if (node !== undefined) node.draft.layer = record.name
        break
      }
      case 'edge': {
        const builder = builders.get(record.builder)
        if (builder === undefined) break
        const id = `${record.from}->${record.to}`
        const times = (timesConnected.get(id) ?? 0) + 1
        timesConnected.set(id, times)
        edges.push({
          ...element,
          ...edgeOf(record),
          id: times === 1 ? id : `${id}#${times}`,
          builder: builder.index,
        })
        break
      }
      case 'apply': {
        const application = { ...element, awaited: false }
        const builder = builders.get(record.builder)
        if (builder === undefined) break
        builder.draft.applications.push(application)
        builder.draft.last = record.number
        applications.set(record.number, application)
        break
      }
      case 'awaited': {
        const application = applications.get(record.of)
        if (application !== undefined) application.awaited = true
        break
      }
      case 'flow':
        flows.set(record.number, { ...element, returned: false, scenarios: [] })
        break
      case 'returned': {
        const flow = flows.get(record.of)
        if (flow !== undefined) flow.returned = true
        break
      }
      case 'scenario': {
        const { id, title, description, unknown } = record
        const layer = word(record.options.layer)
        const scenario = { ...element, id, title, description, layer, unknownOptions: unknown, steps: [] }
        flows.get(record.flow)?.scenarios.push(scenario)
        break
      }
      case 'step': {
        const flow = flows.get(record.flow)
        if (flow === undefined) break
        if (flow.scenarios.length === 0) flow.scenarios.push(defaultScenario(element))
        flow.scenarios.at(-1)?.steps.push({ ...element, ...(record.step satisfies StepContent) } as Step)
        break
      }
      case 'unknown':
        unknownCalls.push({ ...element, on: record.on, name: record.name, mentions: record.mention })
    }
  }

  const drafts = [...builders.values()].map(({ draft }) => draft)
  const late = ({ builder, order }: { builder: number; order: number }) =>
    order > (drafts[builder]?.last ?? Infinity)
  return {
    builders: drafts.map(({ at, order, autoLayout, applications: applied }) => ({
      at,
      order,
      autoLayout,
      applications: applied,
    })),
    nodes: [...nodes.values()].map(({ draft }) => ({ ...draft, afterApply: late(draft) })),
    edges: edges.map((edge) => ({ ...edge, afterApply: late(edge) })),
    flows: [...flows.values()],
    unknownCalls,
  }
}

function nodeOf(record: TopologyRecord & { is: 'element' }) {
  const { kind, id, given, options, unknown } = record
  const replicas = Number(options.replicas)
  return {
    kind,
    isContainer: CONTAINER_KINDS.has(kind),
    id: id ?? '',
    idGiven: idGiven(id, given),
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

function edgeOf({ from, to, options, unknown }: TopologyRecord & { is: 'edge' }) {
  return {
    from,
    to,
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

function defaultScenario(element: { at: Span; order: number }) {
  return {
    ...element,
    id: undefined,
    title: undefined,
    description: undefined,
    layer: undefined,
    unknownOptions: [],
    steps: [],
  }
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
