import { integer } from '@oclif/core/args'
import { defineCommand } from '../../cli/command/define.ts'
import { scriptArgument } from '../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import { restoreVersion } from '../../sync/remote/guard.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

export default defineCommand({
  summary: 'Restore the code of a script from an earlier version.',
  description:
    'Creates a new version, so nothing is lost. If the script changes meanwhile, that is a conflict (exit code 6).',
  examples: ['topo script restore alice-shop 1', 'topo script restore alice-shop 1 --json'],
  fields: ['id', 'slug', 'versionNumber'],
  args: {
    ...scriptArgument,
    version: integer({
      required: true,
      min: 1,
      ignoreStdin: true,
      description: 'Number of the version.',
    }),
  },
  flags: dryRunFlag,
  run: async ({ args, openScript }) => {
    const { script: given, version: versionNumber } = args
    const { client, script } = await openScript(given)
    await restoreVersion(client, script, versionNumber)
    const { id, slug } = script
    return {
      data: { id, slug, versionNumber },
      isProse: true,
      text: (out) =>
        out.isTerminal
          ? `Restored ${forTerminal(slug)} to the code of version ${out.style('bold', String(versionNumber))}`
          : ['restored', forTerminal(slug), versionNumber].join('\t'),
      nextStep: `topo pull ${forTerminal(slug)}`,
    }
  },
})
