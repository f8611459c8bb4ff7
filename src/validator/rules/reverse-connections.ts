/** Reports a second connection that is only for responses (spec/dsl.md). */
import type { Edge } from '../../topology/index.ts'
import type { Rule } from '../rule.ts'

export const reverseConnections: Rule = {
  id: 'reverse-connections',
  severity: 'hint',
  docs: {
    summary: 'Responses have no separate connection',
    why: 'connect(a, b) means that a opens the connection. Flows use it in both directions, so a second line misleads.',
  },
  *check({ edges }) {
    const opened = new Map<string, Edge>()
    for (const edge of edges) {
      const { builder, from, to, type, at } = edge
      // Replication in both directions is two connections.
      if (from === to || type === 'replication') continue
      opened.set(JSON.stringify([builder, from, to, type]), edge)
      const other = opened.get(JSON.stringify([builder, to, from, type]))
      if (other === undefined || isDistinct(edge, other)) continue
      yield {
        at,
        message: `Responses already use the connection from "${to}" to "${from}"`,
        related: other.at,
        fix: 'Remove it. If both sides open connections, give it another protocol or port.',
      }
    }
  },
}

/** True if both sides listen: their ports or protocols differ. */
function isDistinct(a: Edge, b: Edge): boolean {
  const differ = <T>(one: T | undefined, other: T | undefined) =>
    one !== undefined && other !== undefined && String(one) !== String(other)
  return differ(a.port, b.port) || differ(a.protocol, b.protocol)
}
