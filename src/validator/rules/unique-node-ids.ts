/** Ids are unique over the whole topology, groups, nodes and replicas together. */
import { namesakeOf } from '../../topology/resolve.ts'
import type { Rule } from '../rule.ts'

export const uniqueNodeIds: Rule = {
  id: 'unique-node-ids',
  severity: 'warning',
  docs: {
    summary: 'No two nodes or groups have the same id',
    why: 'A connection or a step that names the id could mean either of them.',
  },
  serverType: 'unique-node-ids',
  *check(topology) {
    const reported = new Set<number>()
    for (const node of topology.nodes) {
      if (node.idGiven === 'none') continue
      const first = namesakeOf(topology, node)
      if (first === undefined) continue
      // Of two, the later one is at fault, whichever of them is the replica.
      const [earlier, later] = first.order < node.order ? [first, node] : [node, first]
      if (reported.has(later.order)) continue
      reported.add(later.order)
      const sameId = earlier.id === later.id
      yield {
        at: later.at,
        message: sameId
          ? `"${later.id}" is the id of another ${nounOf(earlier.isContainer)} already`
          : `"${node.id}" is also a replica of "${first.id}"`,
        related: earlier.at,
        fix: 'Give it an id of its own.',
      }
    }
  },
}

function nounOf(isContainer: boolean): string {
  return isContainer ? 'group' : 'node'
}
