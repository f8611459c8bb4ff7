import { resolveWorkspace } from '../../api/calls/workspace-name.ts'
import { getItem } from '../../api/untyped.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { looseAnswer } from '../../cli/views/untyped-table.ts'
import { workspaceArgument } from '../../cli/views/workspaces.ts'

export default class WorkspacesShow extends TopoCommand<typeof WorkspacesShow> {
  static override summary = 'Show a workspace.'
  static override examples = [
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces show Platform',
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces show Platform --json',
  ]
  static override fields = ['*']
  static override args = workspaceArgument

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    const { id } = await resolveWorkspace(client, this.arguments.workspace)
    return looseAnswer(getItem(await client.workspaces.get({ params: { id } })))
  }
}
