import { commands as oclif } from '@oclif/plugin-help'
import { defineCommand } from '../cli/command/define.ts'
import { optionalArguments } from '../cli/command/flags/arguments.ts'
import { helpFor } from '../cli/help/help.ts'

export default defineCommand({
  summary: 'Show help for a command, a group of commands or a topic.',
  description: 'Without arguments, lists all of them. After a command, --help does the same.',
  examples: ['topo help exit-codes', 'topo help push', 'topo help ci --json | jq -r .help'],
  args: { subject: optionalArguments('Command, group of commands or topic.') },
  fields: ['help'],
  run: async ({ args, terminal, config }) => {
    const { out } = terminal
    const look = { color: out.color, width: out.width }
    // Else it would read a subject that is missing from standard input.
    Object.assign(oclif.help.args.command, { ignoreStdin: true })
    const help = await helpFor(args.subject ?? [], config, look, (words) =>
      new oclif.help(['--', ...words], config).run(),
    )
    return { data: { help }, text: () => help.trimEnd() }
  },
})
