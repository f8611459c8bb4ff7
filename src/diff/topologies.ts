/** Compares two topologies: added, removed and changed items. Ignores positions in the script. */

import { sortedBy } from '../grouped.ts'
import { numberedIds } from '../text/numbered-ids.ts'
import { isRecord } from '../text/parse-json.ts'
import type {
  Edge,
  Scenario,
  ScenarioStep,
  Topology,
  TopologyNode,
} from '../topology/model/topology.ts'
import type { Change, FieldChange, Thing } from './change.ts'
import { applyRenames, findRenames } from './renames.ts'

/** One comparable item. */
interface Item {
  readonly what: Thing
  readonly id: string
  readonly label: string | null
  readonly fields: Readonly<Record<string, unknown>>
}

/** Order: groups, processes, connections, scenarios; in each, removed before changed or renamed before added. */
export function changesBetween(before: Topology, after: Topology): Change[] {
  const renames = findRenames(before, after)
  return changesAfterRenames(applyRenames(before, renames), after, renames)
}

/** @param before has the new ids of `renames` */
export function changesAfterRenames(
  before: Topology,
  after: Topology,
  renames: ReadonlyMap<string, string>,
): Change[] {
  const oldIds = new Map([...renames].map(([old, now]) => [now, old]))
  return [
    ...compare(nodesOf(before, true), nodesOf(after, true), oldIds),
    ...compare(nodesOf(before, false), nodesOf(after, false), oldIds),
    ...compare(before.edges.map(edgeItem), after.edges.map(edgeItem)),
    ...compare(scenariosOf(before), scenariosOf(after)),
  ]
}

function compare(
  before: readonly Item[],
  after: readonly Item[],
  oldIds: ReadonlyMap<string, string> = new Map(),
): Change[] {
  const old = byId(before)
  const now = byId(after)
  const removed = missingIn(now, old).map((item) => toChange('removed', item))
  const added = missingIn(old, now).map((item) => toChange('added', item))
  const changed = [...now].flatMap(([id, item]): Change[] => {
    const oldItem = old.get(id)
    if (oldItem === undefined) return []
    const fields = fieldChanges(oldItem, item)
    const was = oldIds.get(id)
    if (was !== undefined) return [{ ...toChange('renamed', item), was, fields }]
    return fields.length > 0 ? [{ ...toChange('changed', item), fields }] : []
  })
  return [...removed, ...changed, ...added]
}

function missingIn(
  others: ReadonlyMap<string, Item>,
  items: ReadonlyMap<string, Item>,
): readonly Item[] {
  const missing = [...items].filter(([id]) => !others.has(id))
  return missing.map(([, item]) => item)
}

function byId(items: readonly Item[]): Map<string, Item> {
  const idOf = numberedIds()
  return new Map(
    items.map((item) => {
      const id = idOf(item.id)
      return [id, { ...item, id }]
    }),
  )
}

const toChange = (change: Change['change'], { what, id, label }: Item): Change => ({
  change,
  what,
  id,
  label,
  fields: [],
})

function fieldChanges(before: Item, after: Item): FieldChange[] {
  return Object.keys(after.fields).flatMap((field) => {
    const was = before.fields[field] ?? null
    const is = after.fields[field] ?? null
    return isEqual(was, is) ? [] : [{ field, before: was, after: is }]
  })
}

const isEqual = (a: unknown, b: unknown): boolean =>
  JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b))

/** Sorts keys, because the order of options does not matter. */
const sortKeys = (value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(sortedBy(Object.entries(value), ([key]) => key)) : value

function nodesOf(topology: Topology, containers: boolean): Item[] {
  return topology.nodes
    .filter(({ isContainer }) => isContainer === containers)
    .map((node) => ({
      what: containers ? 'group' : 'process',
      id: node.id,
      label: node.label ?? null,
      fields: nodeFields(node, topology),
    }))
}

function nodeFields(node: TopologyNode, { nodes, builders }: Topology): Item['fields'] {
  const { kind, label, description, state, shape, icon, layer, color, style, capacity } = node
  const placed = builders[node.builder]?.autoLayout === false
  return {
    kind,
    label,
    group: node.parent === undefined ? undefined : nodes[node.parent]?.id,
    description,
    state,
    shape,
    icon,
    layer,
    replicas: node.replicas,
    external: node.external,
    color,
    style,
    capacity,
    shard: node.shardId,
    shardRole: node.shardRole,
    // Automatic layout ignores positions.
    position: placed ? unlessEmpty(node.position) : undefined,
    size: unlessEmpty(node.size),
  }
}

const unlessEmpty = (record: Readonly<Record<string, unknown>>) =>
  Object.values(record).every((value) => value === undefined) ? undefined : record

function edgeItem(edge: Edge): Item {
  const { from, to, type, protocol, label, port, layer } = edge
  return {
    what: 'connection',
    id: `${from}->${to}`,
    label: label ?? null,
    fields: { type, protocol, label, port, layer },
  }
}

/** Only scenarios of returned flows, because others are not played. */
function scenariosOf({ flows }: Topology): Item[] {
  return flows
    .filter(({ returned }) => returned)
    .flatMap(({ scenarios }) => scenarios)
    .map((scenario: Scenario) => {
      const { id = 'default', title, description, layer, steps } = scenario
      return {
        what: 'scenario',
        id,
        label: title ?? null,
        fields: { title, description, layer, steps: steps.map(stepText) },
      }
    })
}

function stepText(step: ScenarioStep): string {
  switch (step.kind) {
    case 'showMessage':
    case 'showError':
      return `${step.kind} ${JSON.stringify(step.text)}`
    case 'parallel':
      return `parallel ${step.pairs.map((pair) => pair.join(' -> ')).join(', ')}`
    default:
      return `${step.kind} ${step.id}`
  }
}
