import { readVersions } from '../../api/calls/versions.ts'
import { scriptArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { pageFlags } from '../../cli/command/flags.ts'
import { noteTruncated } from '../../cli/command/truncated-note.ts'
import { untypedList } from '../../cli/views/untyped-table.ts'
import { readScriptByName } from '../../project/select/resolve-script.ts'

export default defineCommand({
  summary: 'List the versions of a script; each change of its code creates one.',
  examples: [
    'topo script versions alice-shop',
    'topo script versions alice-shop --json --fields versionNumber,createdAt',
  ],
  fields: ['*'],
  args: scriptArgument,
  flags: pageFlags,
  run: async ({ flags, openService, openProject, args, terminal }) => {
    const { all, limit } = flags
    const { client } = await openService()
    const most = all ? Number.POSITIVE_INFINITY : limit
    const script = await readScriptByName(await openProject(), client, args.script)
    const found = await readVersions(client, script, most)
    noteTruncated(terminal, found, 'versions', all)
    return untypedList(found, [
      ['VERSION', 'versionNumber', 'version', 'number'],
      ['CREATED', 'createdAt', 'updatedAt'],
      ['MESSAGE', 'message', 'note', 'name'],
    ])
  },
})
