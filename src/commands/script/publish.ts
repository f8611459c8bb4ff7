import { string } from '@oclif/core/args'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { visibilityAnswer, visibilityFields } from '../../cli/publish.ts'

export default class ScriptPublish extends TopoCommand<typeof ScriptPublish> {
  static override summary = 'Make a script public, so that everybody can see it.'
  static override aliases = ['publish']
  static override examples = [
    '<%= config.bin %> publish checkout',
    '<%= config.bin %> publish checkout --json',
  ]
  static override fields = visibilityFields
  static override args = {
    script: string({ required: true, ignoreStdin: true, description: 'Slug, id, file or web address.' }),
  }

  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    const { arguments: given, terminal } = this
    return visibilityAnswer(await this.project(), await this.service(), given.script, true, terminal)
  }
}
