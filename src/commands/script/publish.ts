import { scriptArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { visibilityAnswer, visibilityFields } from '../../cli/publish.ts'

export default class ScriptPublish extends TopoCommand<typeof ScriptPublish> {
  static override summary = 'Make a script public, so everybody can see it.'
  static override aliases = ['publish']
  static override examples = [
    '<%= config.bin %> publish checkout',
    '<%= config.bin %> publish checkout --json',
  ]
  static override fields = visibilityFields
  static override args = scriptArgument

  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    const { arguments: given, terminal } = this
    return visibilityAnswer(await this.project(), await this.service(), given.script, true, terminal)
  }
}
