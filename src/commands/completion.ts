import { string } from '@oclif/core/args'
import { TopoCommand } from '../cli/command/command.ts'
import type { CommandResult } from '../cli/command/result.ts'
import { shells } from '../cli/completion/index.ts'

export default class Completion extends TopoCommand<typeof Completion> {
  static override summary = 'Complete commands, flags and slugs with the Tab key.'
  static override description =
    'Prints the script for a shell; without a shell, the line that installs it for each. It costs nothing when a shell starts, and needs no network.'
  static override examples = [
    '<%= config.bin %> completion',
    '<%= config.bin %> completion bash > ~/.topo-completion.bash',
    'source <(<%= config.bin %> completion bash)',
  ]
  static override args = {
    shell: string({
      options: shells.map(({ name }) => name),
      ignoreStdin: true,
      description: 'Which shell.',
    }),
  }
  static override fields = ['items', 'shell', 'install', 'script']

  protected override async execute(): Promise<CommandResult> {
    const shell = shells.find(({ name }) => name === this.arguments.shell)
    if (shell) {
      const { name, install, script } = shell
      return { data: { shell: name, install, script }, text: () => script.trimEnd() }
    }
    const items = shells.map(({ name, install }) => ({ shell: name, install }))
    return {
      data: { items, totalCount: items.length },
      text: (out) =>
        items.map(({ shell, install }) => `${out.style('bold', shell.padEnd(11))} ${install}`).join('\n'),
    }
  }
}
