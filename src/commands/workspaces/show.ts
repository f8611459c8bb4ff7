import { orUnsupportedThing } from '../../api/answers/unsupported.ts'
import { resolveWorkspace } from '../../api/calls/resolve-workspace.ts'
import { getItem } from '../../api/client/untyped.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { untypedResult } from '../../cli/command/untyped-table.ts'
import { workspaceArgument } from './workspaces.ts'

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
