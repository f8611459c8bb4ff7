/** A flow is played only if the script returns it. */
import type { Rule } from '../rule.ts'

export const flowReturned: Rule = {
  id: 'flow-returned',
  severity: 'warning',
  docs: {
    summary: 'A flow that has steps is returned',
    why: 'The service plays the flow that the script returns; one that is only built is never seen.',
  },
  *check({ flows }) {
    if (flows.some(({ returned }) => returned)) return
    for (const { at, scenarios } of flows) {
      if (scenarios.length === 0) continue
      yield { at, message: 'The flow is built but not returned', fix: 'End the script with `return flow`.' }
    }
  },
}
