import * as flag from '@oclif/core/flags'
import { scriptArgument } from '../cli/command/arguments.ts'
import { defineCommand } from '../cli/command/define.ts'
import { dryRunFlag } from '../cli/command/flags.ts'
import { readReason } from '../cli/views/abuse-report.ts'
import { readScriptByName } from '../project/select/resolve-script.ts'
import { forTerminal } from '../text/for-terminal.ts'

export default defineCommand({
  summary: 'Report abuse in a public script to the operators of the service.',
  examples: [
    'topo report payments-platform --reason "It shows internal host names"',
    'echo "It shows internal host names" | topo report hello-topology --reason - --json',
  ],
  fields: ['id', 'targetType', 'targetId', 'slug'],
  args: scriptArgument,
  flags: {
    reason: flag.string({
      required: true,
      helpValue: 'TEXT',
      summary: 'Reason, in 10 to 2000 characters; - reads standard input.',
    }),
    ...dryRunFlag,
  },
  run: async ({ flags, openProject, args, openService }) => {
    const reason = await readReason(flags.reason)
    const { client } = await openService()
    const { id: targetId, slug, name } = await readScriptByName(await openProject(), client, args.script)
    const target = { targetType: 'script' as const, targetId }
    const { id = '' } = await client.reports.create({ body: { ...target, reason } })
    return {
      data: { id, ...target, slug },
      text: (out) =>
        out.isTerminal
          ? `Reported "${forTerminal(name)}" (${forTerminal(slug)}), report ${forTerminal(id)}.`
          : forTerminal(id),
    }
  },
})
