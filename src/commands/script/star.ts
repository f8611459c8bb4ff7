import { scriptArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { starAnswer, starFields } from '../../cli/star.ts'

export default class ScriptStar extends TopoCommand<typeof ScriptStar> {
  static override summary = 'Star a script; one that has your star keeps it.'
  static override examples = [
    '<%= config.bin %> script star hello-topology',
    '<%= config.bin %> script star payments-platform --json',
  ]
  static override fields = starFields
  static override args = scriptArgument
  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    return starAnswer(await this.project(), await this.service(), this.arguments.script, true)
  }
}
