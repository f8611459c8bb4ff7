/** Requires at least one node or group. */

import { START } from '../../topology/model/position.ts'
import { builderVariable } from '../../topology/parse/option-locations.ts'
import type { Rule } from '../rule.ts'

export const notEmpty: Rule = {
  id: 'not-empty',
  severity: 'error',
  docs: {
    summary: 'A topology has at least one node or group',
    why: 'The service rejects an empty diagram.',
  },
  serverType: 'not-empty',
  *check(topology) {
    const { builders, nodes, unknownCalls } = topology
    // An unknown method may have created a node: not an error if the service might accept it.
    if (nodes.length > 0 || unknownCalls.some(({ mentions }) => mentions !== undefined)) return
    yield {
      at: builders[0]?.at ?? START,
      message: 'The topology has no nodes or groups',
      fix: `Add one, such as \`${builderVariable(topology)}.createGroup("app", { label: "App" }, { x: 0, y: 0 })\`.`,
    }
  },
}
