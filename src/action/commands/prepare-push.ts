/** Plans a push for `plan`, `push` and `publish`, with the conflict policy, `if-newer` and deletions of the inputs. */
import type { Service } from '../../cli/service/service.ts'
import { leftInWords, lookInWords } from '../../commands/script/push/push-plan.ts'
import { skippedInWords } from '../../files/script-link.ts'
import type { Config } from '../../project/config/config.ts'
import { blockStaleCommit } from '../../sync/history/if-newer.ts'
import { deleteOrphans } from '../../sync/plan/conflicts.ts'
import { type PushOptions, type PushPlan, planPush } from '../../sync/push/push.ts'
import type { Context } from '../step/context.ts'

interface PreparedPush {
  plan: PushPlan
  options: PushOptions
  service: Service
  warnings: string[]
}

export async function preparePush(context: Context): Promise<PreparedPush> {
  const { inputs, terminal } = context
  const service = await context.service()
  const defaults = inputs.command === 'publish' ? publicByDefault : {}
  const project = withDefaults(context.project, defaults)
  const state = await context.state()
  const skipped: string[] = []
  const options: PushOptions = {
    ...service,
    project,
    state,
    paths: inputs.paths,
    shard: inputs.shard,
    // A commit can delete the last script of a project.
    allowEmpty: inputs.delete,
    onSkipped: (links) => skipped.push(...skippedInWords(links, project.root)),
    before: context.base,
    wantsDeleted: inputs.delete,
    failOn: inputs.failOn,
    incremental: inputs.incremental,
    onConflict: async () => inputs.onConflict,
    adopt: inputs.adopt,
    stamp: new Date(service.client.clock.now()).toISOString(),
    pace: { concurrency: 4, onBegin: (total) => terminal.activity.begin('Pushing', total) },
  }
  const plan = await planPush(options)
  const warnings = [...skipped, ...(plan.warnings ?? [])]
  const { out } = terminal
  const looked = lookInWords(plan)
  if (looked !== undefined) out.line(looked)
  const left = leftInWords(plan)
  if (left !== undefined) out.line(left)
  const wanted = inputs.delete ? deleteOrphans(plan.steps) : plan.steps
  const { root } = project
  const steps = inputs.ifNewer
    ? await blockStaleCommit(wanted, { root, client: service.client, commit: 'HEAD', defaults })
    : wanted
  if (steps.some(({ action }) => action === 'older')) warnings.push(OLDER_COMMIT)
  if (steps.some((step) => step.action === 'conflict' && step.foreign))
    warnings.push(FOREIGN_SCRIPTS)
  return { plan: { ...plan, steps }, options, service, warnings }
}

const OLDER_COMMIT =
  'Some scripts were published after this commit was made, so `if-newer` kept them. Run the job of the newest commit. If this is the newest one, set `fetch-depth: 0` for actions/checkout: without the history, topo cannot recognise versions of earlier commits.'

const FOREIGN_SCRIPTS =
  'Some scripts on the service were never synced by this repository, so they were kept. If another repository publishes them, give the scripts here other slugs, such as `"slug": "team-{name}"` in topo.config.json. If they came from this repository, set `fetch-depth: 0` for actions/checkout. To replace them, run the step once with `adopt: true`.'

/** Scripts that say `public: false` themselves stay private. */
const publicByDefault = { public: true }

const withDefaults = (
  project: Context['project'],
  defaults: Config['defaults'],
): Context['project'] => ({
  ...project,
  config: { ...project.config, defaults: { ...project.config.defaults, ...defaults } },
})
