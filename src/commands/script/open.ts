import { scriptArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { openInBrowser } from '../../cli/io/browser.ts'
import { publicAddress } from '../../cli/views/public-address.ts'
import { scriptName } from '../../project/select/resolve-script.ts'

export default defineCommand({
  summary: 'Open a public script in the browser; in a pipe, print its URL.',
  aliases: ['open'],
  examples: ['topo open hello-topology', 'topo open payments-platform --json'],
  fields: ['id', 'slug', 'url'],
  args: scriptArgument,
  run: async ({ openProject, args, openService, terminal }) => {
    const idOrSlug = await scriptName(await openProject(), args.script)
    const { client, webAddress } = await openService('optional')
    const { item } = await client.scripts.get({ params: { idOrSlug } })
    const url = publicAddress(item, webAddress)
    const { interactive, out } = terminal
    // In $(topo open …) only the URL is wanted, not a browser window.
    if (interactive && out.isTerminal) await openInBrowser(url)
    return { data: { id: item.id, slug: item.slug, url }, text: () => url }
  },
})
