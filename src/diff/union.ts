/** Merges two topologies into one, with a mark for each change, for a picture of the comparison. */

import { numberedIds } from '../text/numbered-ids.ts'
import type { Edge, Topology, TopologyNode } from '../topology/model/topology.ts'
import type { Change } from './change.ts'
import { applyRenames, findRenames } from './renames.ts'
import { changesAfterRenames } from './topologies.ts'

type Mark = Exclude<Change['change'], 'renamed'>

/** Both versions as one topology. */
export interface Union {
  readonly topology: Topology
  /** The older topology with the new ids, so that both name the same things. */
  readonly before: Topology
  /** Old id by new id. */
  readonly oldIds: ReadonlyMap<string, string>
  readonly changes: readonly Change[]
  /** By id; the second node with the same id is `id#2`. */
  readonly nodes: ReadonlyMap<string, Mark>
  readonly edges: ReadonlyMap<string, Mark>
}

/** Removed items follow the others, in their old group if it still is a group. */
export function unionOf(before: Topology, after: Topology): Union {
  const renames = findRenames(before, after)
  const older = applyRenames(before, renames)
  const changes = changesAfterRenames(older, after, renames)
  const marks = (...things: Change['what'][]) =>
    new Map(
      changes
        .filter(({ what }) => things.includes(what))
        .map(({ id, change }) => [id, markOf(change)]),
    )
  const nodes = marks('group', 'process')
  const edges = marks('connection')
  // A node that became a group, or the reverse, is both removed and added: mark it as changed.
  for (const { id, what, change } of changes) {
    if (
      what !== 'connection' &&
      what !== 'scenario' &&
      change === 'added' &&
      nodes.get(id) === 'removed'
    )
      nodes.set(id, 'changed')
  }
  const oldIds = new Map([...renames].map(([old, now]) => [now, old]))
  return { topology: mergeTopologies(older, after), before: older, oldIds, changes, nodes, edges }
}

function mergeTopologies(before: Topology, after: Topology): Topology {
  const nodes: TopologyNode[] = [...after.nodes]
  const place = new Map(uniqueKeys(nodes).map((key, i) => [key, i]))
  const oldKeys = uniqueKeys(before.nodes)
  before.nodes.forEach((node, i) => {
    const key = oldKeys[i] as string
    if (place.has(key)) return
    const parentKey = node.parent === undefined ? undefined : oldKeys[node.parent]
    const parent = parentKey === undefined ? undefined : place.get(parentKey)
    const isFrame = parent !== undefined && nodes[parent]?.isContainer === true
    place.set(key, nodes.length)
    nodes.push({
      ...node,
      parent: isFrame ? parent : undefined,
      builder: builderIn(after, node.builder),
    })
  })
  const known = new Set(after.edges.map(({ id }) => id))
  const removed = before.edges.filter(({ id }) => !known.has(id))
  return {
    ...after,
    builders: after.builders.length > 0 ? after.builders : before.builders,
    nodes,
    edges: [
      ...after.edges,
      ...removed.map((edge): Edge => ({ ...edge, builder: builderIn(after, edge.builder) })),
    ],
  }
}

const builderIn = ({ builders }: Topology, builder: number): number =>
  Math.max(0, Math.min(builder, builders.length - 1))

/** The unique key of each node, in order. */
const markOf = (change: Change['change']): Mark => (change === 'renamed' ? 'changed' : change)

const uniqueKeys = (nodes: readonly TopologyNode[]): string[] => {
  const keyOf = numberedIds()
  return nodes.map(({ id }) => keyOf(id))
}
