import { string as stringArgument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { showFindings } from '../../cli/findings.ts'
import { paceFlags, paceOf } from '../../cli/pace.ts'
import { plain } from '../../cli/plain.ts'
import { planAnswer } from '../../cli/plan.ts'
import { selectionFlags, selectionOf, shardFlag } from '../../cli/selection.ts'
import {
  batchAnswer,
  type ConflictChoice,
  conflictAnswers,
  conflictPolicies,
  outcomeFields,
} from '../../cli/sync.ts'
import { deletingOrphans, type ResolvedStep } from '../../project/conflicts.ts'
import { costOf } from '../../project/cost.ts'
import { planPush, push } from '../../project/push.ts'
import { SyncState } from '../../project/state.ts'

export default class ScriptPush extends TopoCommand<typeof ScriptPush> {
  static override summary = 'Send what has changed here to the service.'
  static override description =
    'Scripts are validated first, and each update is guarded by the revision that it was based on. A script that changed on both sides is a conflict: it is left alone, and the exit code is 6.'
  static override aliases = ['push']
  static override examples = [
    '<%= config.bin %> push',
    '<%= config.bin %> push diagrams/ --dry-run',
    '<%= config.bin %> push --on-conflict skip --json',
  ]
  static override fields = [...outcomeFields, 'changed']
  static override args = {
    paths: stringArgument({ multiple: true, ignoreStdin: true, description: 'Files, folders or patterns.' }),
  }
  static override flags = {
    ...selectionFlags,
    ...shardFlag,
    'on-conflict': string({
      options: [...conflictPolicies],
      helpValue: 'POLICY',
      summary: 'For a script that changed on both sides: ask, fail, overwrite or skip.',
      description: 'On a terminal the default is to ask, elsewhere to fail.',
    }),
    delete: boolean({ summary: 'Delete scripts whose files are gone, after showing which.' }),
    ...paceFlags,
    'dry-run': boolean({ summary: 'Show what would be done and what it costs, and do nothing.' }),
  }

  protected override async act(): Promise<Answer> {
    const { terminal, flags } = this
    const project = await this.project()
    const service = await this.service()
    const options = {
      ...service,
      project,
      state: new SyncState(project.root),
      ...selectionOf(this.arguments, flags),
      onConflict: conflictAnswers(
        terminal,
        (flags['on-conflict'] as ConflictChoice | undefined) ?? (flags['dry-run'] ? 'fail' : undefined),
      ),
      stamp: new Date().toISOString(),
      pace: paceOf(terminal, 'Pushing', flags),
    }
    const planned = await planPush(options)
    showFindings(terminal, planned.invalid, project)
    const steps = flags.delete ? await this.#deleting(planned.steps) : planned.steps
    if (flags['dry-run']) {
      const invalid = new Set(planned.invalid.map(({ script }) => script.path))
      const sent = steps.filter(({ path }) => !invalid.has(path))
      return planAnswer(steps, invalid, await costOf(sent, service.client))
    }
    return batchAnswer(terminal, await push({ ...planned, steps }, options), flags['json-stream'])
  }

  /** Never without showing what goes, and never unasked. */
  async #deleting(steps: ResolvedStep[]): Promise<ResolvedStep[]> {
    const orphans = steps.filter(({ action }) => action === 'orphan')
    if (orphans.length === 0) return steps
    for (const { slug, path } of orphans)
      this.terminal.err.line(`to be deleted: ${plain(`${slug} (${path})`)}`)
    const number = orphans.length === 1 ? '1 script' : `${orphans.length} scripts`
    return (await this.confirm(`Delete ${number} on the service?`)) ? deletingOrphans(steps) : steps
  }
}
