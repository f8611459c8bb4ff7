import { orUnsupportedThing } from '../../api/answers/unsupported.ts'
import { resolveWorkspace } from '../../api/calls/resolve-workspace.ts'
import { getItem } from '../../api/client/untyped.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { argument } from '../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { workspaceArgument } from './workspaces.ts'

export default defineCommand({
  summary: 'Transfer a workspace to another member; you stay a member.',
  examples: [
    'topo workspaces create Platform && topo workspaces transfer Platform alice --yes',
    'topo workspaces create Platform && topo workspaces transfer Platform alice --yes --json',
  ],
  fields: ['*'],
  args: {
    ...workspaceArgument,
    username: argument('User name of the new owner.'),
  },
  flags: dryRunFlag,
  run: async ({ args, openService, confirm }) => {
    const { workspace, username } = args
    const { client } = await openService()
    const { id } = await resolveWorkspace(client, workspace)
    const { item: user } = await client.profiles.byUsername({ params: { username } })
    if (!(await confirm(`Make ${forTerminal(username)} the owner of ${forTerminal(workspace)}?`))) {
      return { data: { transferred: false }, text: () => 'Nothing was changed.' }
    }
    const changed = await orUnsupportedThing('transfer of workspaces', () =>
      client.workspaces.transfer({ params: { id }, body: { userId: user.id } }),
    )
    return {
      data: getItem(changed),
      isProse: true,
      text: (out) =>
        out.isTerminal
          ? `Transferred ${forTerminal(workspace)} to ${out.style('bold', forTerminal(username))}`
          : ['transferred', forTerminal(id), forTerminal(username)].join('\t'),
    }
  },
})
