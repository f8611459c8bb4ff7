import { share } from '../../api/calls/share.ts'
import { scriptArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import { readScriptByName } from '../../project/select/resolve-script.ts'

export default defineCommand({
  summary: 'Create a share URL: anyone with it can see the script, even a private one.',
  description:
    'The URL needs no key; "topo script show" and "topo pull" accept it. A script that is already shared keeps its URL.',
  examples: ['topo script share alice-notes', 'topo script share alice-notes --json --fields url'],
  fields: ['id', 'slug', 'url'],
  args: scriptArgument,
  flags: dryRunFlag,
  run: async ({ openService, openProject, args }) => {
    const { client, baseUrl } = await openService()
    const script = await readScriptByName(await openProject(), client, args.script)
    const url = await share(client, script, baseUrl)
    return { data: { id: script.id, slug: script.slug, url }, text: () => url }
  },
})
