/** Requires a `TopologyBuilder`: a script without one draws nothing. */
import { START } from '../../topology/model/position.ts'
import type { Rule } from '../rule.ts'

export const usesTopologyBuilder: Rule = {
  id: 'uses-topology-builder',
  severity: 'error',
  docs: {
    summary: 'A script creates a TopologyBuilder',
    why: 'The service rejects a script without one: it draws nothing.',
  },
  serverType: 'missing',
  *check({ builders }) {
    if (builders.length > 0) return
    yield {
      at: START,
      message: 'The script creates no TopologyBuilder',
      fix: 'Start with `const topology = new TopologyBuilder(true)`.',
    }
  },
}
