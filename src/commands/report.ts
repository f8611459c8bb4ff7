import * as flag from '@oclif/core/flags'
import { scriptArgument } from '../cli/arguments.ts'
import { type Answer, TopoCommand } from '../cli/command.ts'
import { dryRunFlag } from '../cli/flags.ts'
import { plain } from '../cli/plain.ts'
import { reasonFrom } from '../cli/report.ts'
import { scriptName } from '../project/name.ts'

export default class Report extends TopoCommand<typeof Report> {
  static override summary = 'Report a public script to those who run the service.'
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
      summary: 'What is wrong with it, in 10 to 2000 characters; - reads standard input.',
    }),
    ...dryRunFlag,
  }

  protected override async act(): Promise<Answer> {
    const reason = await reasonFrom(this.flags.reason)
    const idOrSlug = await scriptName(await this.project(), this.arguments.script)
    const { client } = await this.service()
    const { id: targetId, slug, name } = (await client.scripts.get({ params: { idOrSlug } })).item
    const target = { targetType: 'script' as const, targetId }
    const { id } = await client.reports.create({ body: { ...target, reason } })
    return {
      data: { id, ...target, slug },
      text: (out) =>
        out.isTerminal ? `"${plain(name)}" (${plain(slug)}) is reported, as ${plain(id)}.` : plain(id),
    }
  }
}
