import { resolveWorkspace } from '../../api/calls/workspace-name.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { workspaceArgument } from '../../cli/views/workspaces.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class WorkspacesDelete extends TopoCommand<typeof WorkspacesDelete> {
  static override summary = 'Delete a workspace that you own; its scripts stay with their authors.'
  static override examples = [
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces delete Platform --yes',
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces delete Platform --yes --json',
  ]
  static override fields = ['id', 'deleted']
  static override args = workspaceArgument
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    const { workspace } = this.arguments
    const { client } = await this.service()
    const { id } = await resolveWorkspace(client, workspace)
    if (!(await this.confirm(`Delete the workspace ${forTerminal(workspace)} for all its members?`))) {
      return { data: { id, deleted: false }, text: () => 'Nothing was deleted.' }
    }
    await client.workspaces.delete({ params: { id } })
    return {
      data: { id, deleted: true },
      text: (out) =>
        out.isTerminal
          ? `Deleted ${out.style('bold', forTerminal(workspace))}`
          : ['deleted', forTerminal(id)].join('\t'),
    }
  }
}
