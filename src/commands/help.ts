import { string } from '@oclif/core/args'
import { TopoCommand } from '../cli/command/command.ts'
import type { CommandResult } from '../cli/command/result.ts'
import { helpFor } from '../cli/help/help.ts'

export default class Help extends TopoCommand<typeof Help> {
  static override summary = 'Show help for a command, a group of commands or a topic.'
  static override description = 'Without arguments, lists all of them. After a command, --help does the same.'
  static override examples = [
    'topo help exit-codes',
    'topo help script push',
    'topo help ci --json | jq -r .help',
  ]
  static override args = {
    subject: string({
      multiple: true,
      ignoreStdin: true,
      description: 'Command, group of commands or topic.',
    }),
  }
  static override fields = ['help']

  protected override async execute(): Promise<CommandResult> {
    const { out } = this.terminal
    const look = { color: out.color, width: out.width }
    const help = await helpFor(this.arguments.subject ?? [], this.config, look)
    return { data: { help }, text: () => help.trimEnd() }
  }
}
