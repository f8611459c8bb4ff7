import { scriptsArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { eachFields } from '../../cli/each.ts'
import { eachScript } from '../../cli/each-script.ts'
import { dryRunFlag } from '../../cli/flags.ts'

export default class ScriptPin extends TopoCommand<typeof ScriptPin> {
  static override summary = 'Keep scripts at hand; "topo script search --pinned" lists them.'
  static override examples = [
    '<%= config.bin %> script pin hello-topology',
    '<%= config.bin %> script pin hello-topology payments-platform --json',
  ]
  static override fields = [...eachFields, 'slug', 'pinned']
  static override args = scriptsArgument
  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    return eachScript(this.terminal, await this.project(), await this.service(), {
      ...{ scripts: this.arguments.scripts, done: 'pinned', what: 'pins' },
      ask: (client, id) => client.pins.create({ params: { id } }),
    })
  }
}
