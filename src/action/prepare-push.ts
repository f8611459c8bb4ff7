/** Plans a push for `plan`, `push` and `publish`, with the conflict policy and deletions of the inputs. */
import type { Service } from '../cli/service/service.ts'
import { deleteOrphans } from '../project/plan/conflicts.ts'
import { SyncState } from '../project/state/state.ts'
import { type PushOptions, type PushPlan, planPush } from '../project/sync/push.ts'
import type { Context } from './context.ts'
import { recordDeleted } from './record-deleted.ts'

interface PreparedPush {
  plan: PushPlan
  options: PushOptions
  service: Service
  warnings: string[]
}

export async function preparePush(context: Context): Promise<PreparedPush> {
  const { inputs, terminal } = context
  const service = await context.service()
  const project = inputs.command === 'publish' ? publicByDefault(context.project) : context.project
  const state = new SyncState(project.root, service.keyMark)
  const warnings: string[] = []
  if (inputs.delete) warnings.push(...(await recordDeleted(context, service, state)))
  const options: PushOptions = {
    ...service,
    project,
    state,
    paths: inputs.paths,
    shard: inputs.shard,
    // A commit can delete the last script of a project.
    allowEmpty: inputs.delete,
    failOn: inputs.failOn,
    onConflict: async () => inputs.onConflict,
    stamp: new Date().toISOString(),
    pace: { concurrency: 4, onBegin: (total) => terminal.activity.begin('Pushing', total) },
  }
  const plan = await planPush(options)
  const steps = inputs.delete ? deleteOrphans(plan.steps) : plan.steps
  return { plan: { ...plan, steps }, options, service, warnings }
}

/** Scripts that say `public: false` themselves stay private. */
const publicByDefault = (project: Context['project']): Context['project'] => ({
  ...project,
  config: { ...project.config, defaults: { ...project.config.defaults, public: true } },
})
