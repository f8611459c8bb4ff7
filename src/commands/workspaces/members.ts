import { orUnsupported } from '../../api/answers/unsupported.ts'
import { resolveWorkspace } from '../../api/calls/resolve-workspace.ts'
import { readWhole } from '../../api/client/read-list.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { untypedList } from '../../cli/command/untyped-table.ts'
import { workspaceArgument } from './workspaces.ts'

export default defineCommand({
  summary: 'List the members of a workspace.',
  examples: [
    'topo workspaces create Platform && topo workspaces members Platform',
    'topo workspaces create Platform && topo workspaces members Platform --json',
  ],
  fields: ['*'],
  args: workspaceArgument,
  run: async ({ openService, args }) => {
    const { client } = await openService()
    const { id } = await resolveWorkspace(client, args.workspace)
    const members = await orUnsupported('list of members', () =>
      readWhole(
        (next) => client.membership.members({ params: { id }, next }),
        'The list of members',
      ),
    )
    return untypedList(members, [
      ['USER', 'username', 'userId', 'id'],
      ['NAME', 'fullName', 'name'],
      ['ROLE', 'role'],
    ])
  },
})
