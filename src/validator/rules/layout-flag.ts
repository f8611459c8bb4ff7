/** Requires a boolean as the argument of `TopologyBuilder`. */
import type { Rule } from '../rule.ts'

export const layoutFlag: Rule = {
  id: 'layout-flag',
  severity: 'warning',
  docs: {
    summary: 'TopologyBuilder takes true or false',
    why: 'Any other value counts as true: { autoLayout: false } and "false" discard your positions.',
  },
  *check({ builders }) {
    for (const { at, layoutGiven } of builders) {
      if (layoutGiven !== 'other') continue
      yield {
        at,
        message: 'TopologyBuilder takes true or false; this value counts as true',
        fix: 'Use `new TopologyBuilder(true)` for automatic layout, or `false` for your own positions.',
      }
    }
  },
}
