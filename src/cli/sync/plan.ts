/** A push before it is done: what is agreed to, and what `--dry-run` and `--plan-out` show of it and of its cost. */
import { resolve } from 'node:path'
import { ExitCode, usageError } from '../../errors.ts'
import { type FailOn, refusalReason } from '../../project/check/advice.ts'
import { deletingOrphans, type ResolvedStep } from '../../project/plan/conflicts.ts'
import { type Cost, costOf } from '../../project/plan/cost.ts'
import type { PushPlan } from '../../project/sync/push.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import { amount } from '../billing/quota.ts'
import type { CommandResult } from '../command/result.ts'
import type { Channel } from '../io/channel.ts'
import { table } from '../io/table.ts'
import type { Terminal } from '../io/terminal.ts'
import type { Service } from '../service/service.ts'

/**
 * With its deletions where they are wanted: never without showing what goes, and never unasked. Undefined where
 * somebody said no to those of a plan, which is done whole or not at all.
 */
export async function agreedPlan(
  planned: PushPlan,
  terminal: Terminal,
  flags: { delete: boolean; plan?: string | undefined },
  agree: (question: string) => true | Promise<boolean>,
): Promise<PushPlan | undefined> {
  const wanted = flags.delete ? deletingOrphans(planned.steps) : planned.steps
  const deletions = wanted.filter(({ action }) => action === 'delete')
  if (deletions.length === 0) return planned
  for (const { slug, path } of deletions)
    terminal.err.line(`to be deleted: ${forTerminal(`${slug} (${path})`)}`)
  const number = deletions.length === 1 ? '1 script' : `${deletions.length} scripts`
  if (await agree(`Delete ${number} on the service?`)) return { ...planned, steps: wanted }
  return flags.plan === undefined ? planned : undefined
}

export const nothingDone: CommandResult = {
  data: { items: [], totalCount: 0, counts: {} },
  text: () => 'Nothing was done.',
}

/** The plan for people and programs, and as a file where that is asked for. */
export async function shownPlan(
  planned: PushPlan,
  { client, address }: Pick<Service, 'client' | 'address'>,
  file: string | undefined,
  failOn: FailOn,
): Promise<CommandResult> {
  const { steps } = planned
  const invalid = new Set(planned.invalid.map(({ script }) => script.path))
  const sent = steps.filter(({ path }) => !invalid.has(path))
  const answer = planAnswer(steps, invalid, await costOf(sent, client), failOn)
  if (file === undefined) return answer
  const { planFileOf, writePlan } = await import('../../project/sync/plan-file.ts')
  await writePlan(resolve(file), planFileOf(planned, address))
  return {
    ...answer,
    data: { ...answer.data, planFile: file },
    nextStep: `topo push --plan ${forTerminal(file)}`,
  }
}

export const planAlone = () =>
  usageError('A plan says itself which scripts it is about, so none can be named beside it.', {
    code: 'TOPO_PLAN_ALONE',
    hint: 'Name the scripts when the plan is made, with --plan-out.',
  })

export function planAnswer(
  steps: readonly ResolvedStep[],
  invalid: ReadonlySet<string>,
  costs: readonly Cost[],
  failOn: FailOn,
): CommandResult {
  const items = steps.map((step) => ({
    path: step.path,
    slug: step.slug,
    action: invalid.has(step.path) ? 'invalid' : step.action === 'older' ? 'conflict' : step.action,
    reason: invalid.has(step.path) ? refusalReason(failOn) : step.reason,
    changed: 'changed' in step ? step.changed : [],
  }))
  return {
    data: { items, totalCount: items.length, quota: costs },
    exitCode: planExitCode(items, failOn),
    text: (out) => {
      const rows = items.map(({ action, path, reason, changed }) => [
        action,
        forTerminal(path),
        // It may be that of a file that somebody else made.
        forTerminal(changed.length > 0 ? `${reason}: ${changed.join(', ')}` : reason),
      ])
      return [table(out, ['STEP', 'SCRIPT', 'WHY'], rows), ...costLines(out, costs)].join('\n')
    },
  }
}

/** What carrying the plan out would exit with, as far as the plan knows. */
export function planExitCode(items: readonly { action: string }[], failOn: FailOn = 'error'): ExitCode {
  const actions = new Set(items.map(({ action }) => action))
  if (actions.has('conflict')) return ExitCode.conflict
  return actions.has('invalid') && failOn !== 'none' ? ExitCode.refused : ExitCode.ok
}

/** What is needed against what is left. */
export function costLines(out: Channel, costs: readonly Cost[]): string[] {
  if (!out.isTerminal)
    return costs.map(({ key, needed, left }) =>
      ['quota', key, needed, left === undefined ? '' : amount(left)].join('\t'),
    )
  const short = costs.filter(({ needed, left }) => left !== undefined && needed > left)
  return [
    ...costs.map(
      ({ key, needed, left }) =>
        `${key}: needs ${needed}, ${left === undefined ? 'unknown' : amount(left)} left`,
    ),
    ...short.map(({ key }) => out.style('red', `The quota ${key} does not suffice.`)),
  ]
}
