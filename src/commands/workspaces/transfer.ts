import { string } from '@oclif/core/args'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { plain } from '../../cli/plain.ts'
import { workspaceArgument } from '../../cli/workspaces.ts'
import { itemIn } from '../../project/lenient.ts'
import { namedWorkspace } from '../../project/workspace-name.ts'

export default class WorkspacesTransfer extends TopoCommand<typeof WorkspacesTransfer> {
  static override summary = 'Make another member the owner of a workspace; you stay a member.'
  static override examples = [
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces transfer Platform alice --yes',
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces transfer Platform alice --yes --json',
  ]
  static override fields = ['*']
  static override args = {
    ...workspaceArgument,
    username: string({ required: true, ignoreStdin: true, description: 'Who becomes its owner.' }),
  }
  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    const { workspace, username } = this.arguments
    const { client } = await this.service()
    const { id } = await namedWorkspace(client, workspace)
    const { item: user } = await client.profiles.byUsername({ params: { username } })
    if (!(await this.confirm(`Make ${plain(username)} the owner of ${plain(workspace)}?`))) {
      return { data: { transferred: false }, text: () => 'Nothing was changed.' }
    }
    const changed = await client.workspaces.transfer({ params: { id }, body: { userId: user.id } })
    return {
      data: itemIn(changed),
      text: (out) =>
        out.isTerminal
          ? `${out.style('bold', plain(username))} owns ${plain(workspace)} now`
          : ['transferred', plain(id), plain(username)].join('\t'),
    }
  }
}
