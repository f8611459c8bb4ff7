/** `plan`: what a push would do and cost; nothing is sent. */
import { planAnswer } from '../../cli/sync/plan.ts'
import { costOf } from '../../project/plan/cost.ts'
import { changesOfPlan } from '../changes.ts'
import type { Context } from '../context.ts'
import { preparePush } from '../prepare-push.ts'
import type { ScriptResult, StepResult } from '../result.ts'

export async function planCommand(context: Context): Promise<StepResult> {
  const { plan: made, service, warnings } = await preparePush(context)
  const invalid = new Set(made.invalid.map(({ script }) => script.path))
  const costs = await costOf(
    made.steps.filter(({ path }) => !invalid.has(path)),
    service.client,
  )
  return {
    scripts: made.steps.map(({ path, slug, action, reason }) => ({
      ...{ path, slug, url: null },
      status: invalid.has(path) ? 'invalid' : statusOf(action),
      reason: action === 'unchanged' || action === 'adopt' ? '' : reason,
    })),
    checked: [...made.invalid, ...made.valid],
    changes: await changesOfPlan(made.steps.filter(({ path }) => !invalid.has(path))),
    costs,
    exitCode: planAnswer(made.steps, invalid, costs, context.inputs.failOn).exitCode ?? 0,
    warnings,
  }
}

type StepAction = Awaited<ReturnType<typeof preparePush>>['plan']['steps'][number]['action']

/** To take over what is the same already changes nothing that anybody sees. */
function statusOf(action: StepAction): ScriptResult['status'] {
  if (action === 'adopt') return 'unchanged'
  if (action === 'older') return 'conflict'
  return action === 'skip' ? 'skipped' : action
}
