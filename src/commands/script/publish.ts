import { scriptArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { visibilityFields, visibilityResult } from '../../cli/sync/publish.ts'

export default class ScriptPublish extends TopoCommand<typeof ScriptPublish> {
  static override summary = 'Publish a script, so that everybody can see it.'
  static override aliases = ['publish']
  static override examples = ['topo publish checkout', 'topo publish checkout --json']
  static override fields = visibilityFields
  static override args = scriptArgument

  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    const { arguments: given, terminal } = this
    return visibilityResult(await this.project(), await this.service(), given.script, true, terminal)
  }
}
