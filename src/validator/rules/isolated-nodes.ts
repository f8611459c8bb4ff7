/** Reports nodes without a connection. */
import type { Topology, TopologyNode } from '../../topology/index.ts'
import { idsIn, idsNamed } from '../../topology/model/resolve-ids.ts'
import type { Rule } from '../rule.ts'

export const isolatedNodes: Rule = {
  id: 'isolated-nodes',
  severity: 'hint',
  docs: {
    summary: 'Every node has a connection, directly or through its group',
    why: 'A node without connections is often a connection that was forgotten.',
  },
  *check(topology) {
    // An unknown method may have connected anything.
    if (topology.unknownCalls.length > 0) return
    const reached = reachedNodes(topology)
    if (reached === undefined) return
    // A diagram without any connection is an inventory, not a mistake.
    const connected = new Set(topology.edges.map(({ builder }) => builder))
    const holders = new Set(topology.nodes.map(({ parent }) => parent))
    for (const [index, node] of topology.nodes.entries()) {
      if (holders.has(index) || !connected.has(node.builder) || reached.has(node)) continue
      // Other rules report nodes that have no id or are not drawn.
      if (node.idGiven === 'none' || node.afterApply) continue
      const message = `"${node.id}" has no connection`
      yield { at: node.at, message, fix: 'Connect it, or remove it.' }
    }
  },
}

/**
 * Nodes that connections and flow steps name, and everything inside them. Undefined if one of them names an
 * unknown node: it could mean any node.
 */
function reachedNodes(topology: Topology): ReadonlySet<TopologyNode> | undefined {
  const steps = topology.flows.flatMap(({ scenarios }) =>
    scenarios.flatMap((scenario) => scenario.steps),
  )
  const named = new Set([
    ...topology.edges.flatMap(({ from, to }) => [from, to]),
    ...steps.flatMap(idsIn),
  ])
  const ids = new Set<string>()
  for (const id of named) {
    const found = idsNamed(topology, id)
    if (found.length === 0) return undefined
    for (const one of found) ids.add(one)
  }
  const reached = new Set(
    topology.nodes.filter(({ id, idGiven }) => idGiven !== 'none' && ids.has(id)),
  )
  // Containers come before their content, so one pass reaches every level.
  for (const node of topology.nodes) {
    const parent = node.parent === undefined ? undefined : topology.nodes[node.parent]
    if (parent !== undefined && reached.has(parent)) reached.add(node)
  }
  return reached
}
