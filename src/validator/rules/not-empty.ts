/** A topology has at least one node or group. */
import { START } from '../../topology/position.ts'
import type { Rule } from '../rule.ts'

export const notEmpty: Rule = {
  id: 'not-empty',
  severity: 'error',
  docs: {
    summary: 'A topology has at least one node or group',
    why: 'The service refuses an empty diagram.',
  },
  serverType: 'not-empty',
  *check({ builders, nodes, unknownCalls }) {
    // A method that is not known here may have made one; what the service may accept is no error.
    if (nodes.length > 0 || unknownCalls.some(({ mentions }) => mentions !== undefined)) return
    yield {
      at: builders[0]?.at ?? START,
      message: 'The topology has no node and no group',
      fix: 'Add one, such as `topology.createProcess({ id: "api", label: "API" })`.',
    }
  },
}
