import { string } from '@oclif/core/args'
import { resolveWorkspace } from '../../api/calls/workspace-name.ts'
import { getItem, getText } from '../../api/untyped.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { workspaceArgument } from '../../cli/views/workspaces.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class WorkspacesInvite extends TopoCommand<typeof WorkspacesInvite> {
  static override summary = 'Invite a user to a workspace that you own.'
  static override examples = [
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces invite Platform bob',
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces invite Platform bob --json',
  ]
  static override fields = ['*']
  static override args = {
    ...workspaceArgument,
    username: string({ required: true, ignoreStdin: true, description: 'User to invite.' }),
  }
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    const { workspace, username } = this.arguments
    const { client } = await this.service()
    const { id } = await resolveWorkspace(client, workspace)
    const invitation = getItem(await client.membership.invite({ params: { id }, body: { username } }))
    return {
      data: invitation,
      text: (out) =>
        out.isTerminal
          ? `Invited ${out.style('bold', forTerminal(username))}`
          : ['invited', forTerminal(username), forTerminal(getText(invitation, 'id') ?? '')].join('\t'),
    }
  }
}
