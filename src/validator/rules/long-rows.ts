/** Rows end before they get too wide to read. */
import type { TopologyNode } from '../../topology/index.ts'
import type { Rule } from '../rule.ts'

/** What the service's authors recommend (spec/dsl.md). */
const MOST = 4

export const longRows: Rule = {
  id: 'long-rows',
  severity: 'hint',
  docs: {
    summary: `There are at most ${MOST} nodes in a row of a group`,
    why: 'A long row makes a diagram that is wider than any screen; newRow() begins the next one.',
  },
  *check({ nodes }) {
    const rows = new Map<string, TopologyNode[]>()
    for (const node of nodes) {
      // Only groups have rows. Replicas are one: newRow() cannot come between them.
      if (node.parent === undefined || node.isContainer) continue
      const key = `${node.parent} ${node.row}`
      const row = rows.get(key)
      if (row === undefined) rows.set(key, [node])
      else row.push(node)
    }
    for (const row of rows.values()) {
      const tooMany = row[MOST]
      if (tooMany === undefined) continue
      const group = nodes[tooMany.parent ?? -1]
      yield {
        at: tooMany.at,
        message: `"${tooMany.id}" makes this a row of more than ${MOST} nodes: "${group?.id}" has ${row.length} in it`,
        fix: 'Call newRow() before it.',
      }
    }
  },
}
