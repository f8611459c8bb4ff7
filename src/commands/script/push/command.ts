import { boolean, string } from '@oclif/core/flags'
import { defineCommand } from '../../../cli/command/define.ts'
import { pathsArgument } from '../../../cli/command/flags/arguments.ts'
import { rare } from '../../../cli/command/flags/flags.ts'
import {
  scriptPaths,
  selectionFlags,
  selectionOf,
  shardFlag,
} from '../../../cli/command/flags/selection.ts'
import { showFindings } from '../../../cli/findings/findings.ts'
import { failOnFlag } from '../../../cli/findings/threshold.ts'
import { paceFlags, paceOf } from '../../../cli/outcomes/batch-progress.ts'
import {
  batchResult,
  type ConflictChoice,
  conflictPolicies,
  conflictResolver,
  outcomeFields,
  wayToPicture,
} from '../../../cli/outcomes/outcome-table.ts'
import { findRepository } from '../../../files/root.ts'
import type { FailOn } from '../../../project/check/advice.ts'
import { assertPathsExist } from '../../../project/select/find-scripts.ts'
import { blockStaleCommit } from '../../../sync/history/if-newer.ts'
import { usesOf } from '../../../sync/push/cost.ts'
import { adviceOnSent, push, validSteps } from '../../../sync/push/push.ts'
import { quotasFor } from '../../../sync/push/shortage.ts'
import { SyncState } from '../../../sync/state/state.ts'
import { buildFlags, detectBuild } from './build.ts'
import { confirmPlan, introduce, nothingDone, planFor, showPlan } from './push-plan.ts'
import { agreesToShortage, pushWords } from './quota-words.ts'

export default defineCommand({
  summary: 'Push local changes to the service.',
  description:
    'Validates the scripts first. Updates a script only if its remote revision has not changed since the last sync. A script that changed on both sides is a conflict: it is skipped, and the exit code is 6.',
  aliases: ['push'],
  examples: [
    'topo push',
    'topo push diagrams/ --dry-run',
    'topo push --on-conflict skip --json',
    'topo push --on-conflict overwrite --if-newer',
    'topo push --fail-on warning',
    'topo push --plan-out push.plan.json',
    'topo push --shard 2/8',
  ],
  fields: [...outcomeFields, 'changed', 'advice', 'quota'],
  args: pathsArgument,
  flags: {
    ...selectionFlags,
    ...shardFlag,
    'on-conflict': string({
      options: [...conflictPolicies],
      helpValue: 'POLICY',
      summary: 'On a conflict (both sides changed): ask, fail, overwrite or skip.',
      description: 'The default is ask on a terminal, fail otherwise.',
    }),
    adopt: boolean({
      summary: 'Also overwrite scripts that this repository never synced.',
      description:
        'Without it, they are conflicts, even with --on-conflict overwrite: no commit of the last 100 has their remote version.',
    }),
    ...failOnFlag,
    delete: boolean({
      summary: 'Delete remote scripts whose local files are gone, after listing them.',
    }),
    'if-newer': boolean({
      ...rare,
      summary: 'Do not overwrite scripts published after this commit was made (exit 6).',
      description:
        'Replaces a remote script if it is older than this commit, or comes from the history of this commit. The second check needs a clone with history.',
    }),
    incremental: boolean({
      helpGroup: 'SELECTION',
      summary: 'Look only at scripts that changed since the last push that succeeded.',
      description:
        'For CI: keep .topo/remote.json between the jobs. It tells which commit was pushed. All scripts are compared with the service once a week, or if that commit is not in the clone.',
    }),
    ...buildFlags,
    ...paceFlags,
    'dry-run': boolean({ summary: 'Show the plan and its quota cost, without sending anything.' }),
    'plan-out': string({
      ...rare,
      helpValue: 'FILE',
      summary: 'Like --dry-run, but also write the plan to a file, without scripts and key.',
    }),
    plan: string({
      ...rare,
      helpValue: 'FILE',
      exclusive: ['plan-out', 'on-conflict', 'adopt', 'delete', 'shard', 'if-newer', 'incremental'],
      summary: 'Carry out a plan written by --plan-out.',
      description:
        'If a local file or a remote script has changed since, nothing is sent, and the exit code is 6.',
    }),
  },
  run: async (context) => {
    const { args, flags, terminal, environment, showsData } = context
    const { openProject, openService, confirm } = context
    const project = await openProject()
    const paths = await scriptPaths(project, args, terminal)
    // A misspelt path needs no service.
    if (!flags['allow-empty']) await assertPathsExist({ ...project, paths })
    const service = await openService()
    const isShown = flags['dry-run'] || flags['plan-out'] !== undefined
    const failOn = flags['fail-on'] as FailOn
    const chosen = flags['on-conflict'] as ConflictChoice | undefined
    const options = {
      ...service,
      failOn,
      project,
      state: new SyncState(project.root, service.client.clock, service.keyMark),
      ...selectionOf(project, paths, flags, terminal),
      incremental: flags.incremental,
      // A fresh clone has no records of deleted files; git has their names.
      wantsDeleted: flags.delete && flags.incremental && findRepository(project.root) !== undefined,
      adopt: flags.adopt,
      onConflict: conflictResolver(terminal, chosen ?? (isShown ? 'fail' : undefined), true),
      stamp: new Date(service.client.clock.now()).toISOString(),
      pace: paceOf(terminal, 'Pushing', flags),
    }
    const detected = detectBuild(flags, project.root, environment.variables, showsData)
    const [plan, build] = await Promise.all([planFor(flags.plan, options), detected])
    introduce(plan, terminal, !flags['json-stream'])
    showFindings(terminal, plan.invalid, project)
    const agreed = await confirmPlan(
      plan,
      terminal,
      flags,
      (question) => isShown || confirm(question),
    )
    if (agreed === undefined) return nothingDone
    // The files come from the checkout, not from the commit that CI reports.
    const checkedOut = {
      root: project.root,
      client: service.client,
      commit: flags.commit ?? 'HEAD',
    }
    const final = flags['if-newer']
      ? { ...agreed, steps: await blockStaleCommit(agreed.steps, checkedOut) }
      : agreed
    if (isShown) return showPlan(final, service, { terminal, file: flags['plan-out'], failOn })
    const quota = await quotasFor(usesOf(validSteps(final)), service)
    const person = { terminal, isConfirmed: flags.yes, confirm }
    if (!(await agreesToShortage(quota, pushWords, person))) return nothingDone
    const sent = await push({ ...final, quota }, options)
    const advice = adviceOnSent(final, sent)
    const answer = batchResult(terminal, sent, flags['json-stream'], { advice, quota })
    return {
      ...answer,
      data: { ...answer.data, build },
      ...wayToPicture(service.address, sent.outcomes),
    }
  },
})
