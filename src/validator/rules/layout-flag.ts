/** The argument of `TopologyBuilder` is a yes or no. */
import type { Rule } from '../rule.ts'

export const layoutFlag: Rule = {
  id: 'layout-flag',
  severity: 'warning',
  docs: {
    summary: 'TopologyBuilder is given true or false',
    why: 'Anything else counts as true: { autoLayout: false } and "false" throw given positions away.',
  },
  *check({ builders }) {
    for (const { at, layoutGiven } of builders) {
      if (layoutGiven !== 'other') continue
      yield {
        at,
        message: 'TopologyBuilder takes true or false, and takes what is given here for true',
        fix: 'Write `new TopologyBuilder(true)` to have positions computed, or `false` to give them.',
      }
    }
  },
}
