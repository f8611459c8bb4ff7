import { scriptArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { starAnswer, starFields } from '../../cli/views/star.ts'

export default class ScriptUnstar extends TopoCommand<typeof ScriptUnstar> {
  static override summary = 'Remove your star from a script.'
  static override examples = [
    '<%= config.bin %> script unstar hello-topology',
    '<%= config.bin %> script unstar payments-platform --json',
  ]
  static override fields = starFields
  static override args = scriptArgument
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    return starAnswer(await this.project(), await this.service(), this.arguments.script, false)
  }
}
