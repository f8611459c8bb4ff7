/** Both ends of a connection are nodes or groups that exist when the topology is applied. */

import { suggester } from '../../text/nearest.ts'
import type { Edge, Topology } from '../../topology/index.ts'
import { firstNamed, isKnown, knownIds } from '../../topology/resolve.ts'
import type { Rule, RuleFinding } from '../rule.ts'

export const knownConnectionEnds: Rule = {
  id: 'known-connection-ends',
  severity: 'error',
  docs: {
    summary: 'Connections reference nodes or groups that exist when apply() is called',
    why: 'The service refuses a connection that ends nowhere. A node may be made after the connection, but before apply().',
  },
  serverType: 'known-connection-ends',
  *check(topology) {
    // A method that is not known here may have made the node; what the service may accept is no error.
    const suggest = suggester(knownIds(topology))
    const perhaps = new Set(topology.unknownCalls.map(({ mentions }) => mentions))
    const inTime = { ...topology, nodes: topology.nodes.filter(({ afterApply }) => !afterApply) }
    for (const edge of topology.edges) {
      for (const end of new Set([edge.from, edge.to])) {
        const found = perhaps.has(end) ? undefined : missing(topology, inTime, edge, end, suggest)
        if (found !== undefined) yield { at: edge.at, ...found }
      }
    }
  },
}

function missing(
  topology: Topology,
  inTime: Topology,
  edge: Edge,
  end: string,
  suggest: (word: string) => string | undefined,
): Omit<RuleFinding, 'at'> | undefined {
  const late = firstNamed(topology, end)
  if (late === undefined) {
    const meant = suggest(end)
    return {
      message: `"${end}" is not a node or group, so this connection has no ${end === edge.from ? 'start' : 'end'}`,
      fix: meant === undefined ? `Create "${end}", or name a node that exists.` : `Did you mean "${meant}"?`,
    }
  }
  if (edge.afterApply || isKnown(inTime, end)) return undefined
  return {
    message: `"${end}" does not exist yet when apply() is called; it is created after that`,
    related: late.at,
    fix: `Create "${end}" before apply().`,
  }
}
