/** A script without a `TopologyBuilder` draws nothing. */
import { START } from '../../topology/position.ts'
import type { Rule } from '../rule.ts'

export const usesTopologyBuilder: Rule = {
  id: 'uses-topology-builder',
  severity: 'error',
  docs: {
    summary: 'A script makes a TopologyBuilder',
    why: 'The service refuses a script that makes none: there would be nothing to draw.',
  },
  serverType: 'missing',
  *check({ builders }) {
    if (builders.length > 0) return
    yield {
      at: START,
      message: 'The script makes no TopologyBuilder',
      fix: 'Begin with `const topology = new TopologyBuilder(true)`.',
    }
  },
}
