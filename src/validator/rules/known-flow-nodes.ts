/** Requires existing nodes in the steps of a flow. */

import { suggester } from '../../text/nearest.ts'
import { idsIn, isKnown, knownIds } from '../../topology/model/resolve-ids.ts'
import { correct, type Rule } from '../rule.ts'

export const knownFlowNodes: Rule = {
  id: 'known-flow-nodes',
  severity: 'warning',
  docs: {
    summary: 'The steps of a flow use existing nodes',
    why: 'A step on a node that does not exist shows nothing.',
  },
  *check(topology) {
    const suggest = suggester(knownIds(topology))
    const perhaps = new Set(topology.unknownCalls.map(({ mentions }) => mentions))
    for (const step of topology.flows.flatMap(({ scenarios }) =>
      scenarios.flatMap(({ steps }) => steps),
    )) {
      for (const id of new Set(idsIn(step))) {
        if (perhaps.has(id) || isKnown(topology, id)) continue
        yield {
          at: step.at,
          message: `"${id}" is not a node or group, so this step cannot be shown`,
          ...correct({ call: step.at, word: id, meant: suggest(id) }, 'Use an existing node.'),
        }
      }
    }
  },
}
