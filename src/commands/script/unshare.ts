import { scriptsArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { eachFields } from '../../cli/each.ts'
import { eachScript } from '../../cli/each-script.ts'
import { dryRunFlag } from '../../cli/flags.ts'

export default class ScriptUnshare extends TopoCommand<typeof ScriptUnshare> {
  static override summary = 'Take the share address of a script back.'
  static override examples = [
    '<%= config.bin %> script unshare alice-notes',
    '<%= config.bin %> script unshare alice-notes --json',
  ]
  static override fields = [...eachFields, 'slug', 'unshared']
  static override args = scriptsArgument
  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    return eachScript(this.terminal, await this.project(), await this.service(), {
      ...{ scripts: this.arguments.scripts, done: 'unshared', what: 'share addresses' },
      ask: (client, id) => client.sharing.delete({ params: { id } }),
    })
  }
}
