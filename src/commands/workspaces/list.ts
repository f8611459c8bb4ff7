import { readWorkspaces } from '../../api/calls/resolve-workspace.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { pageFlags } from '../../cli/command/flags/flags.ts'
import { readPage } from '../../cli/command/list-result.ts'
import { untypedList } from '../../cli/command/untyped-table.ts'
import { workspaceColumns } from './workspaces.ts'

export default defineCommand({
  summary: 'List your workspaces.',
  examples: ['topo workspaces list', 'topo workspaces list --json --fields id,name'],
  fields: ['*'],
  flags: pageFlags,
  run: async ({ flags, openService, terminal }) => {
    const { client } = await openService()
    const found = await readPage(terminal, flags, 'workspaces', (most) =>
      readWorkspaces(client, most),
    )
    return untypedList(found, workspaceColumns)
  },
})
