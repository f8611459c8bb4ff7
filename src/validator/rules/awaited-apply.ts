/** Requires `await` for `apply()`: it returns a promise, and a flow needs its result. */
import { statementStart } from '../../topology/parse/option-locations.ts'
import type { Rule } from '../rule.ts'

export const awaitedApply: Rule = {
  id: 'awaited-apply',
  severity: 'hint',
  docs: {
    summary: 'apply() is awaited',
    why: 'Without await, the script continues before the diagram is drawn, and layout errors are lost.',
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
      // An await inside a function, or before later elements, could change the order of creation.
      const start = order === last ? statementStart(topology, at) : undefined
      yield {
        at,
        message: 'apply() is not awaited',
        fix: 'Add `await` before the call.',
        ...(start === undefined ? {} : { edit: { at: start, text: 'await ' } }),
      }
    }
  },
}
