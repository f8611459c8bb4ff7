/**
 * Resolves ids to nodes: `api` with two replicas is also `api-1` and `api-2`. Thousands of nodes may share an id, so
 * no lookup visits all of them.
 */
import { HiddenValue, valueFor } from '../../grouped.ts'
import type { ScenarioStep, Topology, TopologyNode } from './topology.ts'

/** The nodes with the same id. */
interface Namesakes {
  readonly first: TopologyNode
  second: TopologyNode | undefined
  /** Each has more replicas than the one before, so that binary search finds the first with enough. */
  readonly rising: TopologyNode[]
}

type Names = ReadonlyMap<string, Namesakes>

export function isKnown(topology: Topology, id: string): boolean {
  return firstNamed(topology, id) !== undefined
}

/** The first node with this id; nodes with the id itself precede nodes with such a replica. */
export function firstNamed(topology: Topology, id: string): TopologyNode | undefined {
  return firstIn(namesOf(topology), id)
}

/** The ids of the nodes that an id refers to: its own, that of a node with replicas, or both. */
export function idsNamed(topology: Topology, id: string): readonly string[] {
  const names = namesOf(topology)
  const own = names.has(id) ? [id] : []
  const replicated = firstReplica(names, id)
  return replicated === undefined ? own : [...own, replicated.id]
}

/** The id of the node that an id names first: that of replicas is their node's, an unknown one is as written. */
export const ownerOf = (topology: Topology, id: string): string => idsNamed(topology, id)[0] ?? id

/** The ids that a step names. */
export function idsIn(step: ScenarioStep): readonly string[] {
  if (step.kind === 'parallel') return step.pairs.flat()
  return 'id' in step ? [step.id] : []
}

/** The first other node in the same builder that has the same id or replica id. */
export function namesakeOf(topology: Topology, node: TopologyNode): TopologyNode | undefined {
  const names = builderNames(topology)[node.builder]
  return names && firstIn(names, node.id, node)
}

/** All ids; replicas by their base id. */
export function knownIds(topology: Topology): Iterable<string> {
  return namesOf(topology).keys()
}

function firstIn(names: Names, id: string, except?: TopologyNode): TopologyNode | undefined {
  const same = names.get(id)
  const own = same?.first === except ? same?.second : same?.first
  return own ?? firstReplica(names, id)
}

function firstReplica(names: Names, id: string): TopologyNode | undefined {
  const replica = replicaOf(id)
  const rising = replica && names.get(replica.base)?.rising
  if (rising === undefined) return undefined
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (replica?.isOf(rising[middle] as TopologyNode)) high = middle
    else low = middle + 1
  }
  return rising[low]
}

/** Splits `api-2` into `api` and 2. The node need not exist. */
function replicaOf(id: string) {
  const numbered = /^(.*)-([1-9]\d*)$/s.exec(id)
  if (numbered === null) return undefined
  const [, base = '', number] = numbered
  return { base, isOf: ({ replicas = 0 }: TopologyNode) => replicas >= Number(number) }
}

const allNames = new HiddenValue<Topology, Names>()
const namesByBuilder = new HiddenValue<Topology, readonly Names[]>()

const namesOf = (topology: Topology): Names =>
  valueFor(allNames, topology, () => named(topology.nodes))

const builderNames = (topology: Topology): readonly Names[] =>
  valueFor(namesByBuilder, topology, () => {
    if (topology.builders.length === 1) return [namesOf(topology)]
    const nodes = topology.builders.map((): TopologyNode[] => [])
    for (const node of topology.nodes) nodes[node.builder]?.push(node)
    return nodes.map(named)
  })

function named(nodes: readonly TopologyNode[]): Names {
  const names = new Map<string, Namesakes>()
  for (const node of nodes) {
    if (node.idGiven === 'none') continue
    let same = names.get(node.id)
    if (same === undefined) {
      same = { first: node, second: undefined, rising: [] }
      names.set(node.id, same)
    } else same.second ??= node
    const most = same.rising.at(-1)?.replicas ?? 0
    if ((node.replicas ?? 0) > most) same.rising.push(node)
  }
  return names
}
