import { scriptsArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { eachFields } from '../../cli/command/run-each.ts'
import { requestForEachScript } from '../../cli/views/each-script.ts'

export default class ScriptUnshare extends TopoCommand<typeof ScriptUnshare> {
  static override summary = 'Revoke the share URLs of scripts.'
  static override examples = [
    '<%= config.bin %> script unshare alice-notes',
    '<%= config.bin %> script unshare alice-notes --json',
  ]
  static override fields = [...eachFields, 'slug', 'unshared']
  static override args = scriptsArgument
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    return requestForEachScript(this.terminal, await this.project(), await this.service(), {
      ...{ scripts: this.arguments.scripts, done: 'unshared', what: 'share addresses' },
      ask: (client, id) => client.sharing.delete({ params: { id } }),
    })
  }
}
