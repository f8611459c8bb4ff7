import { resolveWorkspace } from '../../api/calls/resolve-workspace.ts'
import { orUnsupportedThing } from '../../api/unsupported.ts'
import { getItem, getText } from '../../api/untyped.ts'
import { argument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import { workspaceArgument } from '../../cli/views/workspaces.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default defineCommand({
  summary: 'Invite a user to a workspace that you own.',
  examples: [
    'topo workspaces create Platform && topo workspaces invite Platform bob',
    'topo workspaces create Platform && topo workspaces invite Platform bob --json',
  ],
  fields: ['*'],
  args: {
    ...workspaceArgument,
    username: argument('User to invite.'),
  },
  flags: dryRunFlag,
  run: async ({ args, openService }) => {
    const { workspace, username } = args
    const { client } = await openService()
    const { id } = await resolveWorkspace(client, workspace)
    const ask = () => client.membership.invite({ params: { id }, body: { username } })
    const invitation = getItem(await orUnsupportedThing('invitations', ask))
    return {
      data: invitation,
      text: (out) =>
        out.isTerminal
          ? `Invited ${out.style('bold', forTerminal(username))}`
          : ['invited', forTerminal(username), forTerminal(getText(invitation, 'id') ?? '')].join(
              '\t',
            ),
    }
  },
})
