import { resolveWorkspace } from '../../api/calls/resolve-workspace.ts'
import { orUnsupportedThing } from '../../api/unsupported.ts'
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
    const ask = () => client.workspaces.get({ params: { id } })
    return untypedResult(getItem(await orUnsupportedThing('details of workspaces', ask)))
  },
})
