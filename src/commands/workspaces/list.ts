import { readWorkspaces } from '../../api/calls/workspace-name.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { pageFlags } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { tellOfRest } from '../../cli/command/truncated-note.ts'
import { untypedList } from '../../cli/views/untyped-table.ts'
import { workspaceColumns } from '../../cli/views/workspaces.ts'

export default class WorkspacesList extends TopoCommand<typeof WorkspacesList> {
  static override summary = 'List your workspaces.'
  static override examples = [
    '<%= config.bin %> workspaces list',
    '<%= config.bin %> workspaces list --json --fields id,name',
  ]
  static override fields = ['*']
  static override flags = pageFlags

  protected override async execute(): Promise<CommandResult> {
    const { all, limit } = this.flags
    const { client } = await this.service()
    const found = await readWorkspaces(client, all ? Number.POSITIVE_INFINITY : limit)
    tellOfRest(this.terminal, found, 'workspaces', all)
    return untypedList(found, workspaceColumns)
  }
}
