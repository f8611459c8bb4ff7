import { scriptsArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { eachFields } from '../../cli/command/run-each.ts'
import { requestForEachScript } from '../../cli/views/each-script.ts'

export default class ScriptUnpin extends TopoCommand<typeof ScriptUnpin> {
  static override summary = 'Unpin scripts.'
  static override examples = [
    '<%= config.bin %> script unpin hello-topology',
    '<%= config.bin %> script unpin hello-topology --json',
  ]
  static override fields = [...eachFields, 'slug', 'unpinned']
  static override args = scriptsArgument
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    return requestForEachScript(this.terminal, await this.project(), await this.service(), {
      ...{ scripts: this.arguments.scripts, done: 'unpinned', what: 'pins' },
      ask: (client, id) => client.pins.delete({ params: { id } }),
    })
  }
}
