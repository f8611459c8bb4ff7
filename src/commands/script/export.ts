import { resolve } from 'node:path'
import { string } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { paceFlags, paceOf } from '../../cli/command/batch-progress.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { batchResult, outcomeFields } from '../../cli/sync/outcome-table.ts'
import { exportScripts } from '../../project/export/export.ts'

export default class ScriptExport extends TopoCommand<typeof ScriptExport> {
  static override summary = 'Export all your scripts to a folder, with readmes and comments.'
  static override description =
    'The folder becomes a project; "topo script import" imports it again. Existing files with other content are skipped. --force overwrites them and saves a copy under .topo/backup first.'
  static override aliases = ['export']
  static override examples = [
    'topo script export backup',
    'topo script export backup --json | jq .totalCount',
  ]
  static override fields = outcomeFields
  static override args = {
    dir: string({
      required: true,
      ignoreStdin: true,
      description: 'Folder to write to; created if missing.',
    }),
  }
  static override flags = {
    ...paceFlags,
    force: boolean({ summary: 'Overwrite files with other content.' }),
  }

  protected override async execute(): Promise<CommandResult> {
    const { terminal, flags } = this
    const service = await this.service()
    const batch = await exportScripts({
      ...service,
      folder: resolve(this.arguments.dir),
      force: flags.force,
      stamp: new Date().toISOString(),
      pace: paceOf(terminal, 'Exporting', flags),
    })
    return batchResult(terminal, batch, flags['json-stream'])
  }
}
