/** `apply()` gives a promise, and a flow needs what it draws. */
import { statementStart } from '../../topology/option-locations.ts'
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
    const applications = topology.builders.flatMap((builder) => builder.applications)
    const last = [...topology.nodes, ...topology.edges, ...applications].reduce(
      (latest, { order }) => Math.max(latest, order),
      0,
    )
    for (const { at, order, awaited } of applications) {
      if (awaited) continue
      // Waiting inside a function, or before anything else is made, could change the order of what is made.
      const start = order === last ? statementStart(topology, at) : undefined
      yield {
        at,
        message: 'apply() is not awaited',
        fix: 'Write `await` in front of the call.',
        ...(start === undefined ? {} : { edit: { at: start, text: 'await ' } }),
      }
    }
  },
}
