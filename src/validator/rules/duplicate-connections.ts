/** Reports identical connections, which are drawn one over the other. */
import type { Edge } from '../../topology/index.ts'
import type { Rule } from '../rule.ts'

export const duplicateConnections: Rule = {
  id: 'duplicate-connections',
  severity: 'hint',
  docs: {
    summary: 'No two connections have the same ends and options',
    why: 'The second is drawn over the first: it is redundant, or has a wrong end.',
  },
  *check({ edges }) {
    const first = new Map<string, Edge>()
    for (const edge of edges) {
      const { builder, from, to, type, protocol, label, port, layer, at } = edge
      const key = JSON.stringify([builder, from, to, type, protocol, label, port, layer])
      const earlier = first.get(key)
      if (earlier === undefined) {
        first.set(key, edge)
        continue
      }
      yield {
        at,
        message: `"${from}" and "${to}" already have an identical connection`,
        related: earlier.at,
        fix: 'Remove one of the two, or give them different labels.',
      }
    }
  },
}
