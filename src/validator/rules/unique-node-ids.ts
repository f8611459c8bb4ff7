/** Requires unique ids: groups, nodes and replicas share one namespace. */
import { namesakeOf } from '../../topology/model/resolve-ids.ts'
import type { Rule } from '../rule.ts'

export const uniqueNodeIds: Rule = {
  id: 'unique-node-ids',
  severity: 'warning',
  docs: {
    summary: 'No two nodes or groups have the same id',
    why: 'A connection or a step with this id could mean either of them.',
  },
  serverType: 'unique-node-ids',
  *check(topology) {
    const reported = new Set<number>()
    for (const node of topology.nodes) {
      if (node.idGiven === 'none') continue
      const first = namesakeOf(topology, node)
      if (first === undefined) continue
      // Report the later one, whichever of the two is the replica.
      const [earlier, later] = first.order < node.order ? [first, node] : [node, first]
      if (reported.has(later.order)) continue
      reported.add(later.order)
      const sameId = earlier.id === later.id
      yield {
        at: later.at,
        message: sameId
          ? `"${later.id}" is already the id of another ${nounOf(earlier.isContainer)}`
          : `"${node.id}" is also a replica of "${first.id}"`,
        related: earlier.at,
        fix: 'Give it a unique id.',
      }
    }
  },
}

function nounOf(isContainer: boolean): string {
  return isContainer ? 'group' : 'node'
}
