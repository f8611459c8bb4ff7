/** Reports nodes and groups without a label, which are drawn without a name. */
import type { Rule } from '../rule.ts'

export const hasLabel: Rule = {
  id: 'has-label',
  severity: 'hint',
  docs: {
    summary: 'Every node and group has a label',
    why: 'People read the label; the id is for the script.',
  },
  *check({ nodes }, { explained }) {
    for (const { id, label, at, order } of nodes) {
      if ((label !== undefined && label !== '') || explained.has(order)) continue
      yield { at, message: `"${id}" has no label`, fix: 'Add a label for readers of the diagram.' }
    }
  },
}
