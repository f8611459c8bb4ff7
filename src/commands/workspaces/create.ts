import { string as stringArgument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { orUnsupported } from '../../api/unsupported.ts'
import { getItem, getText } from '../../api/untyped.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class WorkspacesCreate extends TopoCommand<typeof WorkspacesCreate> {
  static override summary = 'Create a workspace; its members can read its cases.'
  static override examples = [
    '<%= config.bin %> workspaces create Platform',
    '<%= config.bin %> workspaces create Platform --description "Who runs it" --public --json',
  ]
  static override fields = ['*']
  static override args = {
    name: stringArgument({ required: true, ignoreStdin: true, description: 'Name of the workspace.' }),
  }
  static override flags = {
    description: string({ helpValue: 'TEXT', summary: 'Description of the workspace.' }),
    public: boolean({ summary: 'Make the workspace and its public scripts visible to everybody.' }),
    ...dryRunFlag,
  }

  protected override async execute(): Promise<CommandResult> {
    const { description, public: isPublic } = this.flags
    const { client } = await this.service()
    const body = { name: this.arguments.name, description, isPublic }
    const made = getItem(await orUnsupported('workspaces', () => client.workspaces.create({ body })))
    const id = forTerminal(getText(made, 'id') ?? '')
    return {
      data: made,
      text: (out) => (out.isTerminal ? `Created ${out.style('bold', forTerminal(body.name))}  ${id}` : id),
      nextStep: `topo workspaces invite "${forTerminal(body.name)}" USERNAME`,
    }
  }
}
