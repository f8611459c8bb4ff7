import { string } from '@oclif/core/args'
import { TopoCommand } from '../cli/command/command.ts'
import type { CommandResult } from '../cli/command/result.ts'
import { shells } from '../cli/completion/index.ts'

export default class Completion extends TopoCommand<typeof Completion> {
  static override summary = 'Set up Tab completion for commands, flags and slugs.'
  static override description =
    'Prints the completion script of a shell; without SHELL, the install command for each shell. Completion does not slow down the start of a shell and needs no network.'
  static override examples = [
    '<%= config.bin %> completion',
    '<%= config.bin %> completion bash > ~/.topo-completion.bash',
    'source <(<%= config.bin %> completion bash)',
  ]
  static override args = {
    shell: string({
      options: shells.map(({ name }) => name),
      ignoreStdin: true,
      description: 'Shell to print the script for.',
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
