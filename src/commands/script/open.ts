import { scriptArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { openInBrowser } from '../../cli/io/browser.ts'
import { publicAddress } from '../../cli/views/public-address.ts'
import { scriptName } from '../../project/select/resolve-script.ts'

export default class ScriptOpen extends TopoCommand<typeof ScriptOpen> {
  static override summary = 'Open a public script in the browser; in a pipe, print its URL.'
  static override aliases = ['open']
  static override examples = [
    '<%= config.bin %> script open hello-topology',
    '<%= config.bin %> script open payments-platform --json',
  ]
  static override fields = ['id', 'slug', 'url']
  static override args = scriptArgument

  protected override async execute(): Promise<CommandResult> {
    const idOrSlug = await scriptName(await this.project(), this.arguments.script)
    const { client, webAddress } = await this.service('optional')
    const { item } = await client.scripts.get({ params: { idOrSlug } })
    const url = publicAddress(item, webAddress)
    const { interactive, out } = this.terminal
    // In $(topo script open …) only the URL is wanted, not a browser window.
    if (interactive && out.isTerminal) await openInBrowser(url)
    return { data: { id: item.id, slug: item.slug, url }, text: () => url }
  }
}
