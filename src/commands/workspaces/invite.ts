import { orUnsupportedThing } from '../../api/answers/unsupported.ts'
import { resolveWorkspace } from '../../api/calls/resolve-workspace.ts'
import { getItem, getText } from '../../api/client/untyped.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { argument } from '../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { workspaceArgument } from './workspaces.ts'

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
      isProse: true,
      text: (out) =>
        out.isTerminal
          ? `Invited ${out.style('bold', forTerminal(username))}`
          : ['invited', forTerminal(username), forTerminal(getText(invitation, 'id') ?? '')].join(
              '\t',
            ),
    }
  },
})
