/** Requires a call of `apply()`: without it, nothing is drawn. */

import { START } from '../../topology/model/position.ts'
import { builderVariable } from '../../topology/parse/option-locations.ts'
import type { Rule } from '../rule.ts'

export const callsApply: Rule = {
  id: 'calls-apply',
  severity: 'error',
  docs: {
    summary: 'A script calls apply() on its TopologyBuilder',
    why: 'The service rejects a script without apply(): it draws nothing.',
  },
  serverType: 'missing',
  *check(topology) {
    const { builders } = topology
    if (builders.some(({ applications }) => applications.length > 0)) return
    yield {
      at: builders[0]?.at ?? START,
      message: 'The script never calls apply(), so nothing is drawn',
      fix: `Add \`await ${builderVariable(topology)}.apply()\` after the last connection.`,
    }
  },
}
