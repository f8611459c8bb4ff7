/** What has no label is drawn without a name. */
import type { Rule } from '../rule.ts'

export const hasLabel: Rule = {
  id: 'has-label',
  severity: 'hint',
  docs: {
    summary: 'Every node and group has a label',
    why: 'People read the label; the id is for the script.',
  },
  *check({ nodes }) {
    for (const { id, label, at } of nodes) {
      if (label !== undefined && label !== '') continue
      yield { at, message: `"${id}" has no label`, fix: 'Give it a label that people will read.' }
    }
  },
}
