/** Which nodes an id stands for: `api` with two replicas is also `api-1` and `api-2`. */
import type { Topology, TopologyNode } from './topology.ts'

const tables = new WeakMap<Topology, ReadonlyMap<string, readonly TopologyNode[]>>()

/** All nodes with that id, bare or numbered: more than one where an id is not unique, none where it is unknown. */
export function resolve(topology: Topology, id: string): readonly TopologyNode[] {
  const table = tableOf(topology)
  const exact = table.get(id) ?? []
  const numbered = /^(.*)-([1-9]\d*)$/s.exec(id)
  if (numbered === null) return exact
  const [, base = '', number] = numbered
  const replicas = (table.get(base) ?? []).filter((node) => (node.replicas ?? 0) >= Number(number))
  return replicas.length === 0 ? exact : [...exact, ...replicas]
}

/** Every id that was given, replicas by their bare id. */
export function knownIds(topology: Topology): Iterable<string> {
  return tableOf(topology).keys()
}

function tableOf(topology: Topology): ReadonlyMap<string, readonly TopologyNode[]> {
  const known = tables.get(topology)
  if (known !== undefined) return known
  const table = new Map<string, TopologyNode[]>()
  for (const node of topology.nodes) {
    if (node.idGiven === 'none') continue
    const same = table.get(node.id)
    if (same === undefined) table.set(node.id, [node])
    else same.push(node)
  }
  tables.set(topology, table)
  return table
}
