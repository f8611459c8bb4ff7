/** Two connections that are alike in everything are drawn one over the other. */
import type { Edge } from '../../topology/index.ts'
import type { Rule } from '../rule.ts'

export const duplicateConnections: Rule = {
  id: 'duplicate-connections',
  severity: 'hint',
  docs: {
    summary: 'No two connections are alike in both ends and all options',
    why: 'The second is drawn over the first: either it is one too many, or another one was meant.',
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
        message: `"${from}" and "${to}" are connected in just this way already`,
        related: earlier.at,
        fix: 'Remove one of the two, or say with a label how they differ.',
      }
    }
  },
}
