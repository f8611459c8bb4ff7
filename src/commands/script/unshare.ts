import { scriptsArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import { eachFields } from '../../cli/command/run-each.ts'
import { requestForEachScript } from '../../cli/views/request-each-script.ts'

export default defineCommand({
  summary: 'Revoke the share URLs of scripts.',
  examples: ['topo script unshare alice-notes', 'topo script unshare alice-notes --json'],
  fields: [...eachFields, 'slug', 'unshared'],
  args: scriptsArgument,
  flags: dryRunFlag,
  run: async ({ terminal, openProject, openService, args }) =>
    requestForEachScript(terminal, await openProject(), await openService(), {
      ...{ scripts: args.scripts, done: 'unshared', what: 'share URLs' },
      ask: (client, id) => client.sharing.delete({ params: { id } }),
    }),
})
