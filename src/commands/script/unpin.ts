import { scriptsArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import { eachFields } from '../../cli/command/run-each.ts'
import { requestForEachScript } from '../../cli/views/request-each-script.ts'

export default defineCommand({
  summary: 'Unpin scripts.',
  examples: ['topo script unpin hello-topology', 'topo script unpin hello-topology --json'],
  fields: [...eachFields, 'slug', 'unpinned'],
  args: scriptsArgument,
  flags: dryRunFlag,
  run: async ({ terminal, openProject, openService, args }) =>
    requestForEachScript(terminal, await openProject(), await openService(), {
      ...{ scripts: args.scripts, done: 'unpinned', what: 'pins' },
      ask: (client, id) => client.pins.delete({ params: { id } }),
    }),
})
