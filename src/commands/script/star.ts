import { scriptArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { starAnswer, starFields } from '../../cli/views/star.ts'

export default class ScriptStar extends TopoCommand<typeof ScriptStar> {
  static override summary = 'Star a script.'
  static override examples = [
    '<%= config.bin %> script star hello-topology',
    '<%= config.bin %> script star payments-platform --json',
  ]
  static override fields = starFields
  static override args = scriptArgument
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    return starAnswer(await this.project(), await this.service(), this.arguments.script, true)
  }
}
