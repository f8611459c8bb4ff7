import { type Answer, TopoCommand } from '../../cli/command.ts'
import { looseList } from '../../cli/loose.ts'
import { workspaceArgument } from '../../cli/workspaces.ts'
import { itemsIn } from '../../project/lenient.ts'
import { offered } from '../../project/offered.ts'
import { namedWorkspace } from '../../project/workspace-name.ts'

export default class WorkspacesMembers extends TopoCommand<typeof WorkspacesMembers> {
  static override summary = 'List the members of a workspace.'
  static override examples = [
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces members Platform',
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces members Platform --json',
  ]
  static override fields = ['*']
  static override args = workspaceArgument

  protected override async act(): Promise<Answer> {
    const { client } = await this.service()
    const { id } = await namedWorkspace(client, this.arguments.workspace)
    const members = await offered('list of members', () => client.membership.members({ params: { id } }))
    return looseList(itemsIn(members), [
      ['USER', 'username', 'userId', 'id'],
      ['NAME', 'fullName', 'name'],
      ['ROLE', 'role'],
    ])
  }
}
