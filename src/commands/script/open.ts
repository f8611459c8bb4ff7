import { optionalArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { openInBrowser } from '../../cli/io/browser.ts'
import { localAddress } from '../../cli/service/settings.ts'
import { publicAddress } from '../../cli/views/public-address.ts'
import { usageError } from '../../errors.ts'
import { readScriptByName, scriptName } from '../../project/select/resolve-script.ts'

export default defineCommand({
  summary: 'Open a public script in the browser; in a pipe, print its URL.',
  description:
    'With --local, topo serves the local data until Ctrl-C and opens one of its scripts, also a private one; without a script, the page that shows all of them.',
  aliases: ['open'],
  examples: ['topo open hello-topology', 'topo open payments-platform --json', 'topo open --local'],
  fields: ['id', 'slug', 'url'],
  args: { script: optionalArgument('Slug, id, file or URL.') },
  run: async ({ openProject, args, chooseService, openService, environment, terminal }) => {
    const project = await openProject()
    if ((await chooseService()).address === localAddress) {
      const { openLocal } = await import('../../cli/mock/open-local.ts')
      const name = args.script === undefined ? undefined : await scriptName(project, args.script)
      const data = environment.localData ?? project.localDataFolder
      await openLocal(await openService(), name, data, terminal)
      return undefined
    }
    if (args.script === undefined) {
      throw usageError('No script is named.', {
        hint: 'Name one, as in "topo open hello-topology". "topo open --local" shows all local scripts.',
      })
    }
    const { client, webAddress } = await openService('optional')
    const item = await readScriptByName(project, client, args.script)
    const url = publicAddress(item, webAddress)
    const { interactive, out } = terminal
    // In $(topo open …) only the URL is wanted, not a browser window.
    if (interactive && out.isTerminal) await openInBrowser(url)
    return { data: { id: item.id, slug: item.slug, url }, text: () => url }
  },
})
