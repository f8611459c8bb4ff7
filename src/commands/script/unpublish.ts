import { scriptArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { visibilityFields, visibilityResult } from '../../cli/sync/publish.ts'

export default class ScriptUnpublish extends TopoCommand<typeof ScriptUnpublish> {
  static override summary = 'Unpublish a script, so that only you can see it.'
  static override aliases = ['unpublish']
  static override examples = ['topo script unpublish checkout', 'topo script unpublish checkout --json']
  static override fields = visibilityFields
  static override args = scriptArgument

  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    const { arguments: given, terminal } = this
    return visibilityResult(await this.project(), await this.service(), given.script, false, terminal)
  }
}
