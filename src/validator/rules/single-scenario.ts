/** A diagram tells more than the sunny day. */
import type { Rule } from '../rule.ts'

export const singleScenario: Rule = {
  id: 'single-scenario',
  severity: 'hint',
  docs: {
    summary: 'A flow with scenarios has two at least, one of them a failure',
    why: 'What happens when something breaks is what people look for in a diagram.',
  },
  *check({ flows }) {
    for (const { returned, scenarios } of flows) {
      const [only, second] = scenarios
      if (!returned || only === undefined || second !== undefined) continue
      // A flow that names no scenario is a plain sequence of steps, and good as that.
      if (only.id === undefined && only.title === undefined) continue
      yield {
        at: only.at,
        message: `"${only.title ?? only.id}" is the only scenario`,
        fix: 'Add one in which something fails, with flashError() and showError().',
      }
    }
  },
}
