import * as flag from '@oclif/core/flags'
import { reasonLength } from '../api/resources/reports.ts'
import { defineCommand } from '../cli/command/define.ts'
import { scriptArgument } from '../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../cli/command/flags/flags.ts'
import { readStdinText } from '../cli/io/process/stdin.ts'
import { usageError } from '../errors.ts'
import { forTerminal } from '../text/safe/for-terminal.ts'
import { counted } from '../text/words.ts'

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
  run: async ({ flags, args, openScript }) => {
    const reason = await readReason(flags.reason)
    const { client, script } = await openScript(args.script)
    const { id: targetId, slug, name } = script
    const target = { targetType: 'script' as const, targetId }
    const { id = '' } = await client.reports.create({ body: { ...target, reason } })
    return {
      data: { id, ...target, slug },
      isProse: true,
      text: (out) =>
        out.isTerminal
          ? `Reported "${forTerminal(name)}" (${forTerminal(slug)}), report ${forTerminal(id)}.`
          : forTerminal(id),
    }
  },
})

async function readReason(given: string): Promise<string> {
  const reason = (given === '-' ? await readStdinText('The reason') : given).trim()
  const { minimum, maximum } = reasonLength
  // Code points, as the service counts: most emoji are one, though two for `length`.
  const length = [...reason].length
  if (length >= minimum && length <= maximum) return reason
  const said = `The reason has ${counted(length, 'character')}; the service accepts ${minimum} to ${maximum}.`
  throw usageError(said, {
    hint: length < minimum ? 'Describe the problem with the script.' : 'Use fewer words.',
  })
}
