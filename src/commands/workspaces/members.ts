import { resolveWorkspace } from '../../api/calls/workspace-name.ts'
import { orUnsupported } from '../../api/unsupported.ts'
import { getItems } from '../../api/untyped.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { untypedList } from '../../cli/views/untyped-table.ts'
import { workspaceArgument } from '../../cli/views/workspaces.ts'

export default class WorkspacesMembers extends TopoCommand<typeof WorkspacesMembers> {
  static override summary = 'List the members of a workspace.'
  static override examples = [
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces members Platform',
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces members Platform --json',
  ]
  static override fields = ['*']
  static override args = workspaceArgument

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    const { id } = await resolveWorkspace(client, this.arguments.workspace)
    const members = await orUnsupported('list of members', () =>
      client.membership.members({ params: { id } }),
    )
    return untypedList(getItems(members), [
      ['USER', 'username', 'userId', 'id'],
      ['NAME', 'fullName', 'name'],
      ['ROLE', 'role'],
    ])
  }
}
