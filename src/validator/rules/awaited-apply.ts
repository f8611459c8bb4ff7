/** `apply()` gives a promise, and a flow needs what it draws. */
import type { Rule } from '../rule.ts'

export const awaitedApply: Rule = {
  id: 'awaited-apply',
  severity: 'hint',
  docs: {
    summary: 'apply() is awaited',
    why: 'Without await, the script goes on before the diagram stands, and errors of the layout are lost.',
  },
  *check({ builders }) {
    for (const { at, awaited } of builders.flatMap(({ applications }) => applications)) {
      if (awaited) continue
      yield { at, message: 'apply() is not awaited', fix: 'Write `await` in front of the call.' }
    }
  },
}
