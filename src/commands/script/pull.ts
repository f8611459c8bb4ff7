import { resolve } from 'node:path'
import { string as stringArgument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { parseShareToken } from '../../api/calls/share.ts'
import { paceFlags, paceOf } from '../../cli/command/batch-progress.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { ignoreFlag } from '../../cli/command/selection.ts'
import { batchAnswer, outcomeFields } from '../../cli/sync/outcome-table.ts'
import { scriptName } from '../../project/select/resolve-script.ts'
import { SyncState } from '../../project/state/state.ts'
import { pull } from '../../project/sync/pull.ts'

export default class ScriptPull extends TopoCommand<typeof ScriptPull> {
  static override summary = 'Pull remote changes into local files.'
  static override description =
    'Without arguments, pulls all your scripts. Local changes are never overwritten without --force, which saves a copy under .topo/backup first.'
  static override aliases = ['pull']
  static override examples = [
    '<%= config.bin %> pull',
    '<%= config.bin %> pull checkout --dir diagrams',
    '<%= config.bin %> pull --merge',
    '<%= config.bin %> pull --force --json',
  ]
  static override fields = outcomeFields
  static override args = {
    scripts: stringArgument({
      multiple: true,
      ignoreStdin: true,
      description: 'Slugs, ids, files, URLs or share URLs.',
    }),
  }
  static override flags = {
    dir: string({
      helpValue: 'DIR',
      default: '.',
      summary: 'Folder for scripts that have no local file yet.',
    }),
    ...ignoreFlag,
    ...paceFlags,
    'dry-run': boolean({ summary: 'Show what would be pulled, without writing.' }),
    merge: boolean({
      exclusive: ['force'],
      summary: 'Merge local and remote changes.',
      description:
        'Merges changes that do not overlap, field by field and line by line. Overlapping changes get conflict markers; push skips the file until you resolve them.',
    }),
    force: boolean({ summary: 'Overwrite local changes.' }),
  }

  protected override async execute(): Promise<CommandResult> {
    const project = await this.project()
    const service = await this.service()
    const names = await Promise.all(
      (this.arguments.scripts ?? []).map((name) =>
        parseShareToken(name) ? name : scriptName(project, name),
      ),
    )
    const batch = await pull({
      ...service,
      project,
      state: new SyncState(project.root),
      scripts: names,
      folder: resolve(project.cwd, this.flags.dir),
      force: this.flags.force,
      merge: this.flags.merge,
      dryRun: this.flags['dry-run'],
      stamp: new Date().toISOString(),
      pace: paceOf(this.terminal, 'Pulling', this.flags),
    })
    const answer = batchAnswer(this.terminal, batch, this.flags['json-stream'])
    if (!this.flags['dry-run']) return answer
    this.terminal.note('Dry run: nothing was written.')
    return { ...answer, data: { dryRun: true, ...answer.data } }
  }
}
