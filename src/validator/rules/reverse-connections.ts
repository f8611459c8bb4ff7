/** Answers travel back along the connection that was asked over (spec/dsl.md). */
import type { Edge } from '../../topology/index.ts'
import type { Rule } from '../rule.ts'

export const reverseConnections: Rule = {
  id: 'reverse-connections',
  severity: 'hint',
  docs: {
    summary: 'There is no second connection only for the answers',
    why: 'connect(a, b) means that a opens the connection; flows travel it both ways, and a second line only hides that.',
  },
  *check({ edges }) {
    const opened = new Map<string, Edge>()
    for (const edge of edges) {
      const { builder, from, to, type, at } = edge
      // Copies that follow each other do so in both directions, and neither is an answer.
      if (from === to || type === 'replication') continue
      opened.set(JSON.stringify([builder, from, to, type]), edge)
      const other = opened.get(JSON.stringify([builder, to, from, type]))
      if (other === undefined || isAnother(edge, other)) continue
      yield {
        at,
        message: `Answers travel back along the connection of "${to}" to "${from}"`,
        related: other.at,
        fix: 'Remove it, unless both sides open connections: then give it a protocol or port of its own.',
      }
    }
  },
}

/** Both sides listen: each says what it is spoken to with. */
function isAnother(a: Edge, b: Edge): boolean {
  const differ = <T>(one: T | undefined, other: T | undefined) =>
    one !== undefined && other !== undefined && String(one) !== String(other)
  return differ(a.port, b.port) || differ(a.protocol, b.protocol)
}
