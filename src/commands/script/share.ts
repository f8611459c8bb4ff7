import { share } from '../../api/calls/share.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { scriptArgument } from '../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import { localAddress } from '../../cli/service/settings.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

const noPage = (address: string): string =>
  address === localAddress
    ? 'nobody can open its page: no port serves it. Share it again while "topo open --local" runs.'
    : 'the address of its page is unknown. Set TOPO_WEB_URL, or "webUrl" in topo.config.json.'

export default defineCommand({
  summary: 'Create a share URL: anyone with it can see the script, even a private one.',
  description:
    'Prints the page for people: the one that the service tells, else that of the web app (TOPO_WEB_URL). It needs no key. "topo show" and "topo pull" accept it too, or the URL of the API, which is apiUrl in the JSON. A script that is already shared keeps its URL.',
  examples: ['topo script share alice-notes', 'topo script share alice-notes --json --fields url'],
  fields: ['id', 'slug', 'url', 'apiUrl'],
  args: scriptArgument,
  flags: dryRunFlag,
  run: async ({ openScript, requireKnownWebUrl, args, terminal }) => {
    await requireKnownWebUrl()
    const { client, address, baseUrl, webUrl, script } = await openScript(args.script)
    const { url = null, apiUrl = null } = await share(client, script, baseUrl, webUrl())
    if (url === null) terminal.note(`${forTerminal(script.slug)} is shared, but ${noPage(address)}`)
    if (apiUrl !== null) terminal.hint(`For topo: ${forTerminal(apiUrl)}`)
    return {
      data: { id: script.id, slug: script.slug, url, apiUrl },
      text: () => forTerminal(url ?? ''),
    }
  },
})
