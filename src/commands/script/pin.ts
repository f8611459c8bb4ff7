import { scriptsArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import { eachFields } from '../../cli/command/run-each.ts'
import { requestForEachScript } from '../../cli/views/request-each-script.ts'

export default defineCommand({
  summary: 'Pin scripts; "topo search --pinned" lists them.',
  examples: ['topo script pin hello-topology', 'topo script pin hello-topology payments-platform --json'],
  fields: [...eachFields, 'slug', 'pinned'],
  args: scriptsArgument,
  flags: dryRunFlag,
  run: async ({ terminal, openProject, openService, args }) =>
    requestForEachScript(terminal, await openProject(), await openService(), {
      ...{ scripts: args.scripts, done: 'pinned', what: 'pins' },
      ask: (client, id) => client.pins.create({ params: { id } }),
    }),
})
