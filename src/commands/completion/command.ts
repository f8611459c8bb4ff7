import { defineCommand } from '../../cli/command/define.ts'
import { optionalArgument } from '../../cli/command/flags/arguments.ts'
import { shells } from './shells.ts'

export default defineCommand({
  summary: 'Set up Tab completion for commands, flags and slugs.',
  description:
    'Prints the completion script of a shell; without SHELL, the install command for each shell. Completion does not slow down the start of a shell and needs no network.',
  examples: [
    'topo completion',
    'topo completion bash > ~/.topo-completion.bash',
    'source <(topo completion bash)',
  ],
  args: {
    shell: optionalArgument(
      'Shell to print the script for.',
      shells.map(({ name }) => name),
    ),
  },
  fields: ['items', 'shell', 'install', 'script'],
  run: async ({ args }) => {
    const shell = shells.find(({ name }) => name === args.shell)
    if (shell) {
      const { name, install, script } = shell
      return { data: { shell: name, install, script }, text: () => script.trimEnd() }
    }
    const items = shells.map(({ name, install }) => ({ shell: name, install }))
    return {
      data: { items, totalCount: items.length },
      text: (out) =>
        items
          .map((item) => `${out.style('bold', item.shell.padEnd(11))} ${item.install}`)
          .join('\n'),
    }
  },
})
