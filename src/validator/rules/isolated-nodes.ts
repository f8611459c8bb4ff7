/** A node that nothing leads to or from says little in a diagram of connections. */
import type { ScenarioStep, Topology, TopologyNode } from '../../topology/index.ts'
import { idsNamed } from '../../topology/resolve.ts'
import type { Rule } from '../rule.ts'

export const isolatedNodes: Rule = {
  id: 'isolated-nodes',
  severity: 'hint',
  docs: {
    summary: 'Every node has a connection, of its own or through a group that it is in',
    why: 'In a diagram of who talks to whom, a node on its own is often one whose connection was forgotten.',
  },
  *check(topology) {
    // A method that is not known here may have connected anything.
    if (topology.unknownCalls.length > 0) return
    const reached = reachedNodes(topology)
    if (reached === undefined) return
    // A picture without connections is a picture of what there is, not of who talks to whom.
    const connected = new Set(topology.edges.map(({ builder }) => builder))
    const holders = new Set(topology.nodes.map(({ parent }) => parent))
    for (const [index, node] of topology.nodes.entries()) {
      if (holders.has(index) || !connected.has(node.builder) || reached.has(node)) continue
      // What has no id, or is not drawn, is found by other rules.
      if (node.idGiven === 'none' || node.afterApply) continue
      const message = `"${node.id}" is connected to nothing`
      yield { at: node.at, message, fix: 'Connect it, or leave it out.' }
    }
  },
}

/**
 * What connections end at and flows stop at, and everything inside it. Undefined where one of them ends nowhere:
 * it may be meant for any node.
 */
function reachedNodes(topology: Topology): ReadonlySet<TopologyNode> | undefined {
  const steps = topology.flows.flatMap(({ scenarios }) => scenarios.flatMap((scenario) => scenario.steps))
  const named = new Set([...topology.edges.flatMap(({ from, to }) => [from, to]), ...steps.flatMap(namedBy)])
  const ids = new Set<string>()
  for (const id of named) {
    const found = idsNamed(topology, id)
    if (found.length === 0) return undefined
    for (const one of found) ids.add(one)
  }
  const reached = new Set(topology.nodes.filter(({ id, idGiven }) => idGiven !== 'none' && ids.has(id)))
  // Containers come before what they hold, so this carries down to the last of them.
  for (const node of topology.nodes) {
    const parent = node.parent === undefined ? undefined : topology.nodes[node.parent]
    if (parent !== undefined && reached.has(parent)) reached.add(node)
  }
  return reached
}

function namedBy(step: ScenarioStep): readonly string[] {
  if (step.kind === 'parallel') return step.pairs.flat()
  return 'id' in step ? [step.id] : []
}
