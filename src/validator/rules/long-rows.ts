/** Reports rows that are too wide to read. */
import { groupedBy } from '../../grouped.ts'
import type { Rule } from '../rule.ts'

/** The service's recommendation (spec/dsl.md). */
const MOST = 4

export const longRows: Rule = {
  id: 'long-rows',
  severity: 'hint',
  docs: {
    summary: `A row of a group has at most ${MOST} nodes`,
    why: 'Long rows make a diagram wider than the screen; newRow() starts a new row.',
  },
  *check({ nodes }) {
    // Only groups have rows. Replicas count as one node: newRow() cannot separate them.
    const inGroups = nodes.filter(({ parent, isContainer }) => parent !== undefined && !isContainer)
    const rows = groupedBy(inGroups, (node) => `${node.parent} ${node.row}`)
    for (const row of rows.values()) {
      const tooMany = row[MOST]
      if (tooMany === undefined) continue
      const group = nodes[tooMany.parent ?? -1]
      yield {
        at: tooMany.at,
        message: `The row with "${tooMany.id}" in "${group?.id}" has ${row.length} nodes, more than ${MOST}`,
        fix: `Move "${tooMany.id}" to another group with createGroup(), or call newRow() before it.`,
      }
    }
  },
}
