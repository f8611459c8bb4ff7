/** Crops a topology to some nodes and what is near them. */

import { valueFor } from '../grouped.ts'
import { numberedIds } from '../text/numbered-ids.ts'
import { firstNamed, idsIn } from '../topology/model/resolve-ids.ts'
import type { Topology, TopologyNode } from '../topology/model/topology.ts'
import type { Union } from './union.ts'

/**
 * The changed nodes and connections, the nodes of changed scenarios, and what at most `hops` connections lead to; with
 * the frames around them.
 */
export function cropToChanges({ topology, nodes, edges, changes }: Union, hops: number): Topology {
  const kept = new Set<TopologyNode>()
  const keyOf = numberedIds()
  for (const node of topology.nodes) if (nodes.has(keyOf(node.id))) kept.add(node)
  const keep = (id: string) => {
    const node = firstNamed(topology, id)
    if (node) kept.add(node)
  }
  for (const { id, from, to } of topology.edges)
    if (edges.has(id)) {
      keep(from)
      keep(to)
    }
  for (const id of idsInScenarios(topology, new Set(changes.map(scenarioId)))) keep(id)
  return cropAround(topology, kept, hops)
}

/** These nodes, what at most `hops` connections lead to, and the frames around them. */
export function cropAround(
  topology: Topology,
  nodes: Iterable<TopologyNode>,
  hops: number,
): Topology {
  const kept = new Set(nodes)
  const links = linksOf(topology)
  for (let hop = 0; hop < hops; hop++) {
    const before = kept.size
    for (const node of [...kept]) {
      for (const other of links.get(node) ?? []) kept.add(other)
    }
    if (kept.size === before) break
  }
  // A node follows its frame in the list.
  for (const node of [...topology.nodes].reverse()) {
    const parent = node.parent === undefined ? undefined : topology.nodes[node.parent]
    if (parent && kept.has(node)) kept.add(parent)
  }
  return only(topology, kept)
}

const scenarioId = ({ what, id }: Union['changes'][number]) =>
  what === 'scenario' ? id : undefined

function* idsInScenarios(
  { flows }: Topology,
  wanted: ReadonlySet<string | undefined>,
): Generator<string> {
  for (const { returned, scenarios } of flows)
    for (const { id = 'default', steps } of returned ? scenarios : []) {
      if (!wanted.has(id)) continue
      for (const step of steps) yield* idsIn(step)
    }
}

function linksOf(topology: Topology): Map<TopologyNode, Set<TopologyNode>> {
  const links = new Map<TopologyNode, Set<TopologyNode>>()
  const link = (from: TopologyNode, to: TopologyNode) =>
    valueFor(links, from, () => new Set()).add(to)
  for (const edge of topology.edges) {
    const from = firstNamed(topology, edge.from)
    const to = firstNamed(topology, edge.to)
    if (!from || !to) continue
    link(from, to)
    link(to, from)
  }
  return links
}

function only(topology: Topology, kept: ReadonlySet<TopologyNode>): Topology {
  const nodes = topology.nodes.filter((node) => kept.has(node))
  const place = new Map(nodes.map((node, index) => [node, index]))
  const isKept = (id: string) => {
    const node = firstNamed(topology, id)
    return node !== undefined && kept.has(node)
  }
  return {
    ...topology,
    nodes: nodes.map((node) => {
      const parent = node.parent === undefined ? undefined : topology.nodes[node.parent]
      return { ...node, parent: parent && place.get(parent) }
    }),
    edges: topology.edges.filter(({ from, to }) => isKept(from) && isKept(to)),
  }
}
