import { string } from '@oclif/core/args'
import { resolveWorkspace } from '../../api/calls/workspace-name.ts'
import { getItem } from '../../api/untyped.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { workspaceArgument } from '../../cli/views/workspaces.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class WorkspacesTransfer extends TopoCommand<typeof WorkspacesTransfer> {
  static override summary = 'Transfer a workspace to another member; you stay a member.'
  static override examples = [
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces transfer Platform alice --yes',
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces transfer Platform alice --yes --json',
  ]
  static override fields = ['*']
  static override args = {
    ...workspaceArgument,
    username: string({ required: true, ignoreStdin: true, description: 'User name of the new owner.' }),
  }
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    const { workspace, username } = this.arguments
    const { client } = await this.service()
    const { id } = await resolveWorkspace(client, workspace)
    const { item: user } = await client.profiles.byUsername({ params: { username } })
    if (!(await this.confirm(`Make ${forTerminal(username)} the owner of ${forTerminal(workspace)}?`))) {
      return { data: { transferred: false }, text: () => 'Nothing was changed.' }
    }
    const changed = await client.workspaces.transfer({ params: { id }, body: { userId: user.id } })
    return {
      data: getItem(changed),
      text: (out) =>
        out.isTerminal
          ? `Transferred ${forTerminal(workspace)} to ${out.style('bold', forTerminal(username))}`
          : ['transferred', forTerminal(id), forTerminal(username)].join('\t'),
    }
  }
}
