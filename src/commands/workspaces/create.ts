import { string as stringArgument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { plain } from '../../cli/plain.ts'
import { itemIn, textIn } from '../../project/lenient.ts'
import { offered } from '../../project/offered.ts'

export default class WorkspacesCreate extends TopoCommand<typeof WorkspacesCreate> {
  static override summary = 'Make a workspace, whose members may read its cases.'
  static override examples = [
    '<%= config.bin %> workspaces create Platform',
    '<%= config.bin %> workspaces create Platform --description "Who runs it" --public --json',
  ]
  static override fields = ['*']
  static override args = {
    name: stringArgument({ required: true, ignoreStdin: true, description: 'What it is called.' }),
  }
  static override flags = {
    description: string({ helpValue: 'TEXT', summary: 'What it is for.' }),
    public: boolean({ summary: 'Everybody may see it, and its public scripts.' }),
    ...dryRunFlag,
  }

  protected override async act(): Promise<Answer> {
    const { description, public: isPublic } = this.flags
    const { client } = await this.service()
    const body = { name: this.arguments.name, description, isPublic }
    const made = itemIn(await offered('workspaces', () => client.workspaces.create({ body })))
    const id = plain(textIn(made, 'id') ?? '')
    return {
      data: made,
      text: (out) => (out.isTerminal ? `Made ${out.style('bold', plain(body.name))}  ${id}` : id),
      next: `topo workspaces invite "${plain(body.name)}" USERNAME`,
    }
  }
}
