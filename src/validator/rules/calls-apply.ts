/** Only `apply()` turns what was built into a diagram. */
import { START } from '../../topology/position.ts'
import type { Rule } from '../rule.ts'

export const callsApply: Rule = {
  id: 'calls-apply',
  severity: 'error',
  docs: {
    summary: 'A script calls apply() on its TopologyBuilder',
    why: 'The service refuses a script that does not: what was built is drawn only then.',
  },
  serverType: 'missing',
  *check({ builders }) {
    if (builders.some(({ applications }) => applications.length > 0)) return
    yield {
      at: builders[0]?.at ?? START,
      message: 'The script never calls apply(), so nothing is drawn',
      fix: 'Add `await topology.apply()` after the last connection.',
    }
  },
}
