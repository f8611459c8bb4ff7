/** Reports elements after the last `apply()`, which are not drawn. */
import type { Rule } from '../rule.ts'

export const elementsAfterApply: Rule = {
  id: 'elements-after-apply',
  severity: 'warning',
  docs: {
    summary: 'Nodes and connections are added before apply()',
    why: 'apply() draws what exists when it is called; later elements are not drawn.',
  },
  *check({ nodes, edges }) {
    const late = [
      ...nodes
        .filter(({ afterApply }) => afterApply)
        .map(({ at, id }) => ({ at, name: `"${id}"` })),
      ...edges
        .filter(({ afterApply }) => afterApply)
        .map(({ at, from, to }) => ({ at, name: `The connection ${from} → ${to}` })),
    ]
    for (const { at, name } of late) {
      yield {
        at,
        message: `${name} is added after apply(), so it is not drawn`,
        fix: 'Move it before apply().',
      }
    }
  },
}
