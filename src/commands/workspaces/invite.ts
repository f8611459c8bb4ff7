import { string } from '@oclif/core/args'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { plain } from '../../cli/plain.ts'
import { workspaceArgument } from '../../cli/workspaces.ts'
import { itemIn, textIn } from '../../project/lenient.ts'
import { namedWorkspace } from '../../project/workspace-name.ts'

export default class WorkspacesInvite extends TopoCommand<typeof WorkspacesInvite> {
  static override summary = 'Ask a user to become a member of a workspace of yours.'
  static override examples = [
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces invite Platform bob',
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces invite Platform bob --json',
  ]
  static override fields = ['*']
  static override args = {
    ...workspaceArgument,
    username: string({ required: true, ignoreStdin: true, description: 'Who is asked.' }),
  }
  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    const { workspace, username } = this.arguments
    const { client } = await this.service()
    const { id } = await namedWorkspace(client, workspace)
    const invitation = itemIn(await client.membership.invite({ params: { id }, body: { username } }))
    return {
      data: invitation,
      text: (out) =>
        out.isTerminal
          ? `${out.style('bold', plain(username))} is invited`
          : ['invited', plain(username), plain(textIn(invitation, 'id') ?? '')].join('\t'),
    }
  }
}
