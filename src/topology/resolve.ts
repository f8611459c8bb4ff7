/**
 * Finds the nodes that an id stands for: `api` with two replicas is also `api-1` and `api-2`. Thousands of nodes may have
 * one id, so nothing here looks at all of them for each use of it.
 */
import type { Topology, TopologyNode } from './topology.ts'

/** The nodes that were given the same id. */
interface Namesakes {
  readonly first: TopologyNode
  second: TopologyNode | undefined
  /** Each has more replicas than those before it, so the first with enough is found by halving. */
  readonly rising: TopologyNode[]
}

type Names = ReadonlyMap<string, Namesakes>

export function isKnown(topology: Topology, id: string): boolean {
  return firstNamed(topology, id) !== undefined
}

/** The first of all nodes with that id, those that carry it themselves before those of which it is a replica. */
export function firstNamed(topology: Topology, id: string): TopologyNode | undefined {
  return firstIn(namesOf(topology), id)
}

/** The distinct ids of the nodes that an id stands for: its own, that of a node with replicas, or both. */
export function idsNamed(topology: Topology, id: string): readonly string[] {
  const names = namesOf(topology)
  const own = names.has(id) ? [id] : []
  const replicated = firstReplica(names, id)
  return replicated === undefined ? own : [...own, replicated.id]
}

/** Another node than the given one that its id stands for as well; the first there is, in the same builder. */
export function namesakeOf(topology: Topology, node: TopologyNode): TopologyNode | undefined {
  const names = builderNames(topology)[node.builder]
  return names && firstIn(names, node.id, node)
}

/** Every id that was given, replicas by their bare id. */
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
  let [low, high] = [0, rising.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (replica?.isOf(rising[middle] as TopologyNode)) high = middle
    else low = middle + 1
  }
  return rising[low]
}

/** `api-2` as a replica of `api`, whether or not there is one. */
function replicaOf(id: string) {
  const numbered = /^(.*)-([1-9]\d*)$/s.exec(id)
  if (numbered === null) return undefined
  const [, base = '', number] = numbered
  return { base, isOf: ({ replicas = 0 }: TopologyNode) => replicas >= Number(number) }
}

const tables = new WeakMap<Topology, { readonly all: Names; byBuilder?: readonly Names[] }>()

function namesOf(topology: Topology): Names {
  return tableOf(topology).all
}

function builderNames(topology: Topology): readonly Names[] {
  const table = tableOf(topology)
  if (table.byBuilder === undefined) {
    const nodes = topology.builders.map((): TopologyNode[] => [])
    for (const node of topology.nodes) nodes[node.builder]?.push(node)
    table.byBuilder = topology.builders.length === 1 ? [table.all] : nodes.map(named)
  }
  return table.byBuilder
}

function tableOf(topology: Topology) {
  let table = tables.get(topology)
  if (table === undefined) {
    table = { all: named(topology.nodes) }
    tables.set(topology, table)
  }
  return table
}

function named(nodes: readonly TopologyNode[]): Names {
  const names = new Map<string, Namesakes>()
  for (const node of nodes) {
    if (node.idGiven === 'none') continue
    let same = names.get(node.id)
    if (same === undefined) {
      same = { first: node, second: undefined, rising: [] }
      names.set(node.id, same)
    } else same.second ??= node
    if ((node.replicas ?? 0) > (same.rising.at(-1)?.replicas ?? 0)) same.rising.push(node)
  }
  return names
}
