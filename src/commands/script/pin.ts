import { scriptsArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { eachFields } from '../../cli/command/run-each.ts'
import { requestForEachScript } from '../../cli/views/each-script.ts'

export default class ScriptPin extends TopoCommand<typeof ScriptPin> {
  static override summary = 'Pin scripts; "topo script search --pinned" lists them.'
  static override examples = [
    '<%= config.bin %> script pin hello-topology',
    '<%= config.bin %> script pin hello-topology payments-platform --json',
  ]
  static override fields = [...eachFields, 'slug', 'pinned']
  static override args = scriptsArgument
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    return requestForEachScript(this.terminal, await this.project(), await this.service(), {
      ...{ scripts: this.arguments.scripts, done: 'pinned', what: 'pins' },
      ask: (client, id) => client.pins.create({ params: { id } }),
    })
  }
}
