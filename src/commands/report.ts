import * as flag from '@oclif/core/flags'
import { scriptArgument } from '../cli/command/arguments.ts'
import { TopoCommand } from '../cli/command/command.ts'
import { dryRunFlag } from '../cli/command/flags.ts'
import type { CommandResult } from '../cli/command/result.ts'
import { reasonFrom } from '../cli/views/abuse-report.ts'
import { scriptName } from '../project/select/resolve-script.ts'
import { forTerminal } from '../text/for-terminal.ts'

export default class Report extends TopoCommand<typeof Report> {
  static override summary = 'Report abuse in a public script to the operators of the service.'
  static override examples = [
    '<%= config.bin %> report payments-platform --reason "It shows internal host names"',
    'echo "It shows internal host names" | <%= config.bin %> report hello-topology --reason - --json',
  ]
  static override fields = ['id', 'targetType', 'targetId', 'slug']
  static override args = scriptArgument
  static override flags = {
    reason: flag.string({
      required: true,
      helpValue: 'TEXT',
      summary: 'Reason, in 10 to 2000 characters; - reads standard input.',
    }),
    ...dryRunFlag,
  }

  protected override async execute(): Promise<CommandResult> {
    const reason = await reasonFrom(this.flags.reason)
    const idOrSlug = await scriptName(await this.project(), this.arguments.script)
    const { client } = await this.service()
    const { id: targetId, slug, name } = (await client.scripts.get({ params: { idOrSlug } })).item
    const target = { targetType: 'script' as const, targetId }
    const { id } = await client.reports.create({ body: { ...target, reason } })
    return {
      data: { id, ...target, slug },
      text: (out) =>
        out.isTerminal
          ? `Reported "${forTerminal(name)}" (${forTerminal(slug)}), report ${forTerminal(id)}.`
          : forTerminal(id),
    }
  }
}
