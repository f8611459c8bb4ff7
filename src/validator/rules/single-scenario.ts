/** Asks for a failure scenario beside the normal one. */
import type { Rule } from '../rule.ts'

export const singleScenario: Rule = {
  id: 'single-scenario',
  severity: 'hint',
  docs: {
    summary: 'A flow with scenarios has at least two, one of them a failure',
    why: 'Readers look for what happens when something fails.',
  },
  *check({ flows }) {
    for (const { returned, scenarios } of flows) {
      const [only, second] = scenarios
      if (!returned || only === undefined || second !== undefined) continue
      // Without scenario(), a flow is a plain sequence of steps.
      if (only.id === undefined && only.title === undefined) continue
      yield {
        at: only.at,
        message: `"${only.title ?? only.id}" is the only scenario`,
        fix: 'Add a failure scenario with showMessage(), or with flashError() and showError().',
      }
    }
  },
}
