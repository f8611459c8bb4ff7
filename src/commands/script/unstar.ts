import { scriptArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { starAnswer, starFields } from '../../cli/star.ts'

export default class ScriptUnstar extends TopoCommand<typeof ScriptUnstar> {
  static override summary = 'Take your star back; where there is none, nothing changes.'
  static override examples = [
    '<%= config.bin %> script unstar hello-topology',
    '<%= config.bin %> script unstar payments-platform --json',
  ]
  static override fields = starFields
  static override args = scriptArgument
  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    return starAnswer(await this.project(), await this.service(), this.arguments.script, false)
  }
}
