/** What `push --dry-run` shows: the steps, and what they cost in quota. */

import { ExitCode } from '../errors.ts'
import type { ResolvedStep } from '../project/conflicts.ts'
import type { Cost } from '../project/cost.ts'
import type { Answer } from './command.ts'
import { plain } from './plain.ts'
import { table } from './table.ts'
import type { Channel } from './terminal.ts'

export function planAnswer(
  steps: readonly ResolvedStep[],
  invalid: ReadonlySet<string>,
  costs: readonly Cost[],
): Answer {
  const items = steps.map((step) => ({
    path: step.path,
    slug: step.slug,
    action: invalid.has(step.path) ? 'invalid' : step.action,
    reason: invalid.has(step.path) ? 'the validator found errors' : step.reason,
    changed: 'changed' in step ? step.changed : [],
  }))
  return {
    data: { items, totalCount: items.length, quota: costs },
    exitCode: planExitCode(items),
    text: (out) => {
      const rows = items.map(({ action, path, reason, changed }) => [
        action,
        plain(path),
        changed.length > 0 ? `${reason}: ${changed.join(', ')}` : reason,
      ])
      return [table(out, ['STEP', 'SCRIPT', 'WHY'], rows), ...costLines(out, costs)].join('\n')
    },
  }
}

/** What carrying the plan out would exit with, as far as the plan knows. */
export function planExitCode(items: readonly { action: string }[]): ExitCode {
  const actions = new Set(items.map(({ action }) => action))
  if (actions.has('conflict')) return ExitCode.conflict
  return actions.has('invalid') ? ExitCode.refused : ExitCode.ok
}

/** What is needed against what is left. */
export function costLines(out: Channel, costs: readonly Cost[]): string[] {
  if (!out.isTerminal)
    return costs.map(({ key, needed, left }) => ['quota', key, needed, left ?? ''].join('\t'))
  const short = costs.filter(({ needed, left }) => left !== undefined && needed > left)
  return [
    ...costs.map(({ key, needed, left }) => `${key}: needs ${needed}, ${left ?? 'unknown'} left`),
    ...short.map(({ key }) => out.style('red', `The quota ${key} does not suffice.`)),
  ]
}
