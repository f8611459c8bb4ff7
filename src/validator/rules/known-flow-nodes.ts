/** Requires existing nodes in the steps of a flow. */

import { suggester } from '../../text/nearest.ts'
import type { ScenarioStep } from '../../topology/index.ts'
import { isKnown, knownIds } from '../../topology/resolve-ids.ts'
import type { Rule } from '../rule.ts'

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
    for (const step of topology.flows.flatMap(({ scenarios }) => scenarios.flatMap(({ steps }) => steps))) {
      for (const id of new Set(nodesOf(step))) {
        if (perhaps.has(id) || isKnown(topology, id)) continue
        const meant = suggest(id)
        yield {
          at: step.at,
          message: `"${id}" is not a node or group, so this step cannot be shown`,
          fix: meant === undefined ? 'Use an existing node.' : `Did you mean "${meant}"?`,
          typo: meant === undefined ? undefined : { call: step.at, word: id, meant },
        }
      }
    }
  },
}

function nodesOf(step: ScenarioStep): readonly string[] {
  switch (step.kind) {
    case 'from':
    case 'to':
    case 'flashError':
      return [step.id]
    case 'parallel':
      return step.pairs.flat()
    default:
      return []
  }
}
