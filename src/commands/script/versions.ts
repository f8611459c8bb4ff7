import { orUnsupported } from '../../api/answers/unsupported.ts'
import { readUntypedList, type UntypedPage } from '../../api/client/untyped.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { scriptArgument } from '../../cli/command/flags/arguments.ts'
import { pageFlags } from '../../cli/command/flags/flags.ts'
import { readPage } from '../../cli/command/list-result.ts'
import { untypedList } from '../../cli/command/untyped-table.ts'

export default defineCommand({
  summary: 'List the versions of a script; each change of its code creates one.',
  examples: [
    'topo script versions alice-shop',
    'topo script versions alice-shop --json --fields versionNumber,createdAt',
  ],
  fields: ['*'],
  args: scriptArgument,
  flags: pageFlags,
  run: async ({ flags, openScript, args, terminal }) => {
    const { client, script } = await openScript(args.script)
    const params = { id: script.id }
    const ask = (page: UntypedPage) => client.versions.list({ params, ...page })
    const found = await readPage(terminal, flags, 'versions', (most) =>
      orUnsupported('versions of scripts', () => readUntypedList(ask, most)),
    )
    return untypedList(found, [
      ['VERSION', 'versionNumber', 'version', 'number'],
      ['CREATED', 'createdAt', 'updatedAt'],
      ['MESSAGE', 'message', 'note', 'name'],
    ])
  },
})
