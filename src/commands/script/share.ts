import { share } from '../../api/calls/share.ts'
import { scriptArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { readScriptByName } from '../../project/select/resolve-script.ts'

export default class ScriptShare extends TopoCommand<typeof ScriptShare> {
  static override summary = 'Create a share URL: anyone with it can see the script, even a private one.'
  static override description =
    'The URL needs no key; "topo script show" and "topo pull" accept it. A script that is already shared keeps its URL.'
  static override examples = [
    '<%= config.bin %> script share alice-notes',
    '<%= config.bin %> script share alice-notes --json --fields url',
  ]
  static override fields = ['id', 'slug', 'url']
  static override args = scriptArgument
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    const { client, baseUrl } = await this.service()
    const script = await readScriptByName(await this.project(), client, this.arguments.script)
    const url = await share(client, script, baseUrl)
    return { data: { id: script.id, slug: script.slug, url }, text: () => url }
  }
}
