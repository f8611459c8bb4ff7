import { type Answer, TopoCommand } from '../../cli/command.ts'
import { looseAnswer } from '../../cli/loose.ts'
import { workspaceArgument } from '../../cli/workspaces.ts'
import { itemIn } from '../../project/lenient.ts'
import { namedWorkspace } from '../../project/workspace-name.ts'

export default class WorkspacesShow extends TopoCommand<typeof WorkspacesShow> {
  static override summary = 'Show a workspace.'
  static override examples = [
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces show Platform',
    '<%= config.bin %> workspaces create Platform && <%= config.bin %> workspaces show Platform --json',
  ]
  static override fields = ['*']
  static override args = workspaceArgument

  protected override async act(): Promise<Answer> {
    const { client } = await this.service()
    const { id } = await namedWorkspace(client, this.arguments.workspace)
    return looseAnswer(itemIn(await client.workspaces.get({ params: { id } })))
  }
}
