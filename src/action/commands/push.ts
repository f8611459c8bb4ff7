/** `push` and `publish`: the repository is sent to the service, each script guarded by its revision. */
import { exitCodeOf } from '../../project/plan/outcome.ts'
import { push as pushScripts } from '../../project/sync/push.ts'
import { changesOfPlan } from '../changes.ts'
import type { Context } from '../context.ts'
import { preparePush } from '../prepare-push.ts'
import type { StepResult } from '../result.ts'

export async function pushCommand(context: Context): Promise<StepResult> {
  const { plan, options, warnings } = await preparePush(context)
  const changes = await changesOfPlan(plan.steps)
  const { outcomes, ended } = await pushScripts(plan, options)
  const done = new Set(outcomes.filter(({ action }) => isDone.has(action)).map(({ path }) => path))
  return {
    scripts: outcomes.map(({ path, slug, action, reason, url }) => ({
      ...{ path, slug, url, status: action },
      reason: isDone.has(action) ? '' : reason,
    })),
    checked: [...plan.invalid, ...plan.valid],
    // What was not done has not changed anything.
    changes: changes.filter(({ path }) => done.has(path)),
    exitCode: ended?.exitCode ?? exitCodeOf(outcomes),
    ...(ended && { error: ended }),
    warnings,
  }
}

const isDone = new Set<string>(['created', 'updated', 'deleted', 'unchanged'])
