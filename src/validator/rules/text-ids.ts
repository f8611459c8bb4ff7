/** Requires a string id for every node and group. */
import { numericId } from '../../topology/parse/option-locations.ts'
import type { Rule } from '../rule.ts'

export const textIds: Rule = {
  id: 'text-ids',
  severity: 'hint',
  docs: {
    summary: 'Every node and group has a string as its id',
    why: 'A number is converted to a string, and nothing can connect to a node without an id.',
  },
  fixable: true,
  *check(topology, { explained }) {
    for (const { id, idGiven, at, order } of topology.nodes) {
      if (idGiven === 'text') continue
      if (idGiven === 'none' && explained.has(order)) continue
      if (idGiven === 'none') {
        yield {
          at,
          message: 'This node has no id, so nothing can connect to it',
          fix: "Add an id, as in { id: 'web', label: 'Web' }.",
        }
        continue
      }
      const written = idGiven === 'number' ? numericId(topology, at) : undefined
      yield {
        at,
        message: `The id ${id} is not a string`,
        fix: `Put it in quotes: '${id}'.`,
        ...(written === undefined ? {} : { edit: { at: written, text: `'${id}'` } }),
      }
    }
  },
}
