import { scriptArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import { visibilityFields, visibilityResult } from '../../cli/sync/publish.ts'

export default defineCommand({
  summary: 'Unpublish a script, so that only you can see it.',
  aliases: ['unpublish'],
  examples: ['topo unpublish checkout', 'topo unpublish checkout --json'],
  fields: visibilityFields,
  args: scriptArgument,
  flags: dryRunFlag,
  run: async ({ args, terminal, openProject, openService }) => {
    return visibilityResult(await openProject(), await openService(), args.script, false, terminal)
  },
})
