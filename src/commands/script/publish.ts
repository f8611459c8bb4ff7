import { scriptArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import { visibilityFields, visibilityResult } from '../../cli/sync/publish.ts'

export default defineCommand({
  summary: 'Publish a script, so that everybody can see it.',
  aliases: ['publish'],
  examples: ['topo publish checkout', 'topo publish checkout --json'],
  fields: visibilityFields,
  args: scriptArgument,
  flags: dryRunFlag,
  run: async ({ args, terminal, openProject, openService }) => {
    return visibilityResult(await openProject(), await openService(), args.script, true, terminal)
  },
})
