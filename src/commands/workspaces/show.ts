import { resolveWorkspace } from '../../api/calls/resolve-workspace.ts'
import { getItem } from '../../api/untyped.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { untypedResult } from '../../cli/views/untyped-table.ts'
import { workspaceArgument } from '../../cli/views/workspaces.ts'

export default defineCommand({
  summary: 'Show a workspace.',
  examples: [
    'topo workspaces create Platform && topo workspaces show Platform',
    'topo workspaces create Platform && topo workspaces show Platform --json',
  ],
  fields: ['*'],
  args: workspaceArgument,
  run: async ({ openService, args }) => {
    const { client } = await openService()
    const { id } = await resolveWorkspace(client, args.workspace)
    return untypedResult(getItem(await client.workspaces.get({ params: { id } })))
  },
})
