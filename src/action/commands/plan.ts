/** `plan`: shows what a push would do and cost, without sending anything. */
import { resultOf } from '../../cli/findings/findings.ts'
import { exitCodeFor } from '../../cli/findings/threshold.ts'
import { hasNoChange, planResult } from '../../commands/script/push/push-plan.ts'
import { shortagesInWords } from '../../commands/script/push/quota-words.ts'
import { costOf } from '../../sync/push/cost.ts'
import { validSteps } from '../../sync/push/push.ts'
import type { Context } from '../step/context.ts'
import type { ScriptResult, StepResult } from '../step/result.ts'
import { type Compared, changesOfPlan, staleSince } from './changes.ts'
import { preparePush } from './prepare-push.ts'

export async function planCommand(context: Context): Promise<StepResult> {
  const { plan: made, service, warnings } = await preparePush(context)
  const invalid = new Set(made.invalid.map(({ script }) => script.path))
  const valid = validSteps(made)
  const costs = await costOf(valid, service)
  const { base, inputs, project } = context
  const compared: Compared = base === undefined ? { stale: [] } : await staleSince(base, context)
  const { stale, notShown } = compared
  const { exitCode } = planResult(made.steps, invalid, costs, inputs.failOn)
  const ownWarnings = [...warnings, ...shortagesInWords(costs)]
  return {
    scripts: made.steps.map(({ path, slug, action, reason }) => ({
      path,
      slug,
      url: null,
      status: invalid.has(path) ? 'invalid' : statusOf(action),
      reason: action === 'unchanged' || action === 'adopt' ? '' : reason,
    })),
    checked: [...made.invalid, ...made.valid],
    changes: await changesOfPlan(valid),
    costs,
    stale,
    exitCode: exitCode || exitCodeFor(resultOf([], project, stale), { 'fail-on': inputs.failOn }),
    warnings: notShown === undefined ? ownWarnings : [...ownWarnings, notShown],
    ...(hasNoChange(made) && { headline: 'nothing changed since the last push' }),
  }
}

type StepAction = Awaited<ReturnType<typeof preparePush>>['plan']['steps'][number]['action']

/** `adopt` only records a script that is already the same, so it counts as unchanged. */
function statusOf(action: StepAction): ScriptResult['status'] {
  if (action === 'adopt') return 'unchanged'
  if (action === 'older') return 'conflict'
  if (action === 'hidden') return 'failed'
  return action === 'skip' ? 'skipped' : action
}
