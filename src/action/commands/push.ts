/** `push` and `publish`: push the repository to the service, each script guarded by its revision. */
import { exitCodeOf, isDone, type Outcome } from '../../project/plan/outcome.ts'
import { push } from '../../project/sync/push.ts'
import { changesOfPlan } from '../changes.ts'
import type { Context } from '../context.ts'
import { preparePush } from '../prepare-push.ts'
import type { ScriptResult, StepResult } from '../result.ts'

export async function pushCommand(context: Context): Promise<StepResult> {
  const { plan, options, warnings } = await preparePush(context)
  const changes = await changesOfPlan(plan.steps)
  context.soFar.checked = [...plan.invalid, ...plan.valid]
  context.planned = plan.steps.map(({ path, slug }) => ({
    ...{ path, slug, url: null, status: 'not-done', reason: 'not finished' },
  }))
  const pace = {
    ...options.pace,
    onOutcome: (outcome: Outcome) => context.done(scriptOf(outcome)),
    unanswered: context.unanswered,
  }
  const { outcomes, ended } = await push(plan, { ...options, pace })
  const done = new Set(
    outcomes.filter(({ action }) => isDone(action) || action === 'unchanged').map(({ path }) => path),
  )
  return {
    scripts: outcomes.map(scriptOf),
    checked: context.soFar.checked,
    // Steps that were not carried out have not changed anything.
    changes: changes.filter(({ path }) => done.has(path)),
    exitCode: ended?.exitCode ?? exitCodeOf(outcomes),
    ...(ended && { error: ended }),
    warnings,
  }
}

const scriptOf = ({ path, slug, action, reason, url }: Outcome): ScriptResult => ({
  ...{ path, slug, url, status: action },
  reason: isDone(action) || action === 'unchanged' ? '' : reason,
})
