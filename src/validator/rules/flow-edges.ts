/** A packet travels along a connection, or back along it. */
import type { Topology } from '../../topology/index.ts'
import { resolve } from '../../topology/resolve.ts'
import type { Rule } from '../rule.ts'

export const flowEdges: Rule = {
  id: 'flow-edges',
  severity: 'warning',
  docs: {
    summary: 'The steps of a flow follow connections, in either direction',
    why: 'A packet between two nodes without a connection cannot be animated.',
  },
  *check(topology) {
    const connected = connections(topology)
    const ids = (id: string) => resolve(topology, id).map((node) => node.id)
    // Unknown nodes are the matter of known-flow-nodes.
    const stranded = (from: string, to: string) =>
      ids(from).length > 0 &&
      ids(to).length > 0 &&
      !ids(from).some((a) => ids(to).some((b) => a === b || connected(a, b) || connected(b, a)))

    for (const { scenarios } of topology.flows) {
      let cursor: string | undefined
      for (const step of scenarios.flatMap(({ steps }) => steps)) {
        const pairs: (readonly [string, string])[] = []
        if (step.kind === 'parallel') pairs.push(...step.pairs)
        if (step.kind === 'to' && cursor !== undefined) pairs.push([cursor, step.id])
        if (step.kind === 'to' && cursor === undefined) {
          const message = `The packet to "${step.id}" starts nowhere`
          yield { at: step.at, message, fix: 'Put the cursor on a node with from() first.' }
        }
        for (const [from, to] of pairs) {
          if (!stranded(from, to)) continue
          const message = `There is no connection between "${from}" and "${to}"`
          yield {
            at: step.at,
            message,
            fix: `Add topology.connect('${from}', '${to}'), or take another way.`,
          }
        }
        if (step.kind === 'from' || step.kind === 'to') cursor = step.id
      }
    }
  },
}

/** Whether a connection leads from one id to another, replicas taken as the node that they belong to. */
function connections(topology: Topology): (from: string, to: string) => boolean {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of topology.edges) {
    for (const start of resolve(topology, from)) {
      const reached = targets.get(start.id) ?? new Set()
      targets.set(start.id, reached)
      for (const end of resolve(topology, to)) reached.add(end.id)
    }
  }
  return (from, to) => targets.get(from)?.has(to) ?? false
}
