/** Requires existing nodes in the steps of a flow. */

import { suggester } from '../../text/nearest.ts'
import type { ScenarioStep } from '../../topology/index.ts'
import { idsIn, isKnown, knownIds } from '../../topology/model/resolve-ids.ts'
import { correct, type Rule, type RuleFinding } from '../rule.ts'

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
        const shape = wrongShape(step.kind, id)
        if (shape !== undefined) {
          yield { at: step.at, ...shape }
          continue
        }
        yield {
          at: step.at,
          message: `"${id}" is not a node or group, so this step cannot be shown`,
          ...correct({ call: step.at, word: id, meant: suggest(id) }, 'Use an existing node.'),
        }
      }
    }
  },
}

/** The texts of an object and of nothing, in the place of an id. */
const WRONG: Readonly<Record<string, string>> = {
  '[object Object]': 'takes an id, but an object was given',
  undefined: 'has no id, or it is undefined',
}

function wrongShape(
  kind: ScenarioStep['kind'],
  id: string,
): Pick<RuleFinding, 'message' | 'fix'> | undefined {
  const what = Object.hasOwn(WRONG, id) ? WRONG[id] : undefined
  if (what === undefined) return undefined
  const example = kind === 'parallel' ? "[['web', 'db'], ['web', 'cache']]" : "'web'"
  return { message: `${kind}() ${what}`, fix: `Write ids, as in ${kind}(${example}).` }
}
