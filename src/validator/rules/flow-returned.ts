/** Reports flows that the script does not return, which are never played. */
import { lineEndOf } from '../../text/line-ends.ts'
import type { Flow, Topology } from '../../topology/index.ts'
import { flowVariable } from '../../topology/parse/option-locations.ts'
import type { Edit, Rule } from '../rule.ts'

export const flowReturned: Rule = {
  id: 'flow-returned',
  severity: 'warning',
  docs: {
    summary: 'A flow that has steps is returned',
    why: 'The service only plays the flow that the script returns.',
  },
  fixable: true,
  *check(topology) {
    if (topology.flows.some(({ returned }) => returned)) return
    const built = topology.flows.filter(({ scenarios }) => scenarios.length > 0)
    for (const flow of built) {
      // With several flows, only the author knows which one to return.
      const edit = built.length === 1 ? returnEdit(topology, flow) : undefined
      yield {
        at: flow.at,
        message: 'The flow is built but not returned',
        fix: 'End the script with `return flow` or `export default flow`.',
        ...(edit === undefined ? {} : { edit }),
      }
    }
  },
}

function returnEdit(topology: Topology, { at }: Flow): Edit | undefined {
  const variable = flowVariable(topology, at)
  if (variable === undefined) return undefined
  const newline = lineEndOf(variable.text)
  const before = variable.text.endsWith('\n') ? '' : newline
  return { at: variable.end, text: `${before}return ${variable.name}${newline}` }
}
