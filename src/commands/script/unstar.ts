import { scriptArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import { starFields, starResult } from '../../cli/views/star.ts'

export default defineCommand({
  summary: 'Remove your star from a script.',
  examples: ['topo script unstar hello-topology', 'topo script unstar payments-platform --json'],
  fields: starFields,
  args: scriptArgument,
  flags: dryRunFlag,
  run: async ({ openProject, openService, args }) =>
    starResult(await openProject(), await openService(), args.script, false),
})
