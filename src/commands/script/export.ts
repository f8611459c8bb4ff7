import { resolve } from 'node:path'
import { string } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { paceFlags, paceOf } from '../../cli/command/batch-progress.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { batchAnswer, outcomeFields } from '../../cli/sync/outcome-table.ts'
import { exportScripts } from '../../project/export/export.ts'

export default class ScriptExport extends TopoCommand<typeof ScriptExport> {
  static override summary = 'Write all your scripts into a folder, with readmes and comments.'
  static override description =
    'The folder is a project of its own, and "topo script import" brings it back. What is there and says something else is left alone, unless --force says so; what it overwrites is saved under .topo/backup first.'
  static override aliases = ['export']
  static override examples = [
    '<%= config.bin %> script export backup',
    '<%= config.bin %> script export backup --json | jq .totalCount',
  ]
  static override fields = outcomeFields
  static override args = {
    dir: string({
      required: true,
      ignoreStdin: true,
      description: 'The folder; it is made where there is none.',
    }),
  }
  static override flags = {
    ...paceFlags,
    force: boolean({ summary: 'Overwrite files that say something else.' }),
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
    return batchAnswer(terminal, batch, flags['json-stream'])
  }
}
