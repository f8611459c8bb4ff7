/** `apply()` gives a promise, and a flow needs what it draws. */
import { statementStart } from '../../topology/source.ts'
import type { Rule } from '../rule.ts'

export const awaitedApply: Rule = {
  id: 'awaited-apply',
  severity: 'hint',
  docs: {
    summary: 'apply() is awaited',
    why: 'Without await, the script goes on before the diagram stands, and errors of the layout are lost.',
  },
  fixable: true,
  *check(topology) {
    for (const { at, awaited } of topology.builders.flatMap(({ applications }) => applications)) {
      if (awaited) continue
      // Inside a function, waiting would change what happens after it is called.
      const start = statementStart(topology, at)
      yield {
        at,
        message: 'apply() is not awaited',
        fix: 'Write `await` in front of the call.',
        ...(start === undefined ? {} : { edit: { at: start, text: 'await ' } }),
      }
    }
  },
}
