/** `push` and `publish`: push the repository to the service, each script guarded by its revision. */
import { failureHints } from '../../cli/outcomes/outcome-hints.ts'
import { hasNoChange } from '../../commands/script/push/push-plan.ts'
import { shortagesInWords } from '../../commands/script/push/quota-words.ts'
import { exitCodeOf, isDone, type Outcome } from '../../sync/plan/outcome.ts'
import { usesOf } from '../../sync/push/cost.ts'
import { push, validSteps } from '../../sync/push/push.ts'
import { quotasFor } from '../../sync/push/shortage.ts'
import type { Context } from '../step/context.ts'
import type { ScriptResult, StepResult } from '../step/result.ts'
import { hintInWorkflowWords } from '../workflow-words.ts'
import { changesOfPlan } from './changes.ts'
import { preparePush } from './prepare-push.ts'

const sendsWhatFits =
  'topo sends what fits and stops there with exit code 5. Run this job again when the quota is free: it continues.'

export async function pushCommand(context: Context): Promise<StepResult> {
  const { plan, options, service, warnings } = await preparePush(context)
  const quota = await quotasFor(usesOf(validSteps(plan)), service)
  const shortages = shortagesInWords(quota)
  if (shortages.length > 0) {
    const warning = [...shortages, sendsWhatFits].join(' ')
    // The annotation follows when the step ends.
    context.terminal.out.line(warning)
    warnings.push(warning)
  }
  const changes = await changesOfPlan(plan.steps)
  context.soFar.checked = [...plan.invalid, ...plan.valid]
  context.planned = plan.steps.map(({ path, slug }) => ({
    path,
    slug,
    url: null,
    status: 'not-done',
    reason: 'not finished',
  }))
  const pace = {
    ...options.pace,
    onOutcome: (outcome: Outcome) => context.done(scriptOf(outcome)),
    unanswered: context.unanswered,
  }
  const { outcomes, ended } = await push({ ...plan, quota }, { ...options, pace })
  const done = new Set(
    outcomes
      .filter(({ action }) => isDone(action) || action === 'unchanged')
      .map(({ path }) => path),
  )
  return {
    scripts: outcomes.map(scriptOf),
    checked: context.soFar.checked,
    // Steps that were not carried out have not changed anything.
    changes: changes.filter(({ path }) => done.has(path)),
    exitCode: ended?.exitCode ?? exitCodeOf(outcomes),
    ...(ended && { error: ended }),
    warnings: [...warnings, ...failureHints(outcomes.map(inWords))],
    ...(hasNoChange(plan) && { headline: 'nothing changed since the last push' }),
  }
}

const inWords = (outcome: Outcome): Outcome => ({
  ...outcome,
  hint: hintInWorkflowWords(outcome.hint ?? '', outcome.error) ?? null,
})

const scriptOf = (outcome: Outcome): ScriptResult => {
  const { path, slug, action, url } = outcome
  return { path, slug, url, status: action, reason: reasonOf(outcome) }
}

/** The status explains what is done, except for the old name of a script. */
function reasonOf({ action, slug, reason, renamedFrom }: Outcome): string {
  if (renamedFrom !== undefined) return `renamed: ${renamedFrom} → ${slug}`
  return isDone(action) || action === 'unchanged' ? '' : reason
}
