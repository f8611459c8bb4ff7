import { string as stringArgument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { type DiffFormat, differenceAnswer, diffFormats } from '../../cli/sync/difference.ts'
import { compare } from '../../project/compare/operands.ts'

export default class ScriptDiff extends TopoCommand<typeof ScriptDiff> {
  static override summary = 'Show what differs between two scripts: what they draw, and their text.'
  static override description =
    'A file alone is compared with what the service has, which is what a push would change; with --git it is compared with itself at that revision. Where both sides changed since the last sync, it also says who changed what.'
  static override aliases = ['diff']
  static override examples = [
    '<%= config.bin %> script diff diagrams/checkout.topology.js',
    '<%= config.bin %> script diff hello-topology payments-platform --summary',
    '<%= config.bin %> script diff diagrams/checkout.topology.js --format markdown',
    '<%= config.bin %> script diff hello-topology payments-platform --format svg > changes.svg',
  ]
  static override fields = ['before', 'after', 'same', 'metadata', 'topology', 'patch', 'divergence']
  static override args = {
    first: stringArgument({
      required: true,
      ignoreStdin: true,
      description: 'File, slug, id or web address.',
    }),
    second: stringArgument({ ignoreStdin: true, description: 'Another; else what the service has.' }),
  }
  static override flags = {
    git: string({
      helpValue: 'REVISION',
      summary: 'Compare the file with what it was at a revision of git.',
    }),
    format: string({
      options: [...diffFormats],
      default: 'text',
      helpValue: 'NAME',
      summary: `One of ${diffFormats.join(', ')}.`,
    }),
    summary: boolean({ summary: 'Only what changed in the drawing and in the metadata.' }),
    'exit-code': boolean({ summary: 'Exit with 3 when anything differs.' }),
  }

  protected override async execute(): Promise<CommandResult> {
    const { flags, arguments: given } = this
    const comparison = await compare({
      project: await this.project(),
      first: given.first,
      second: given.second,
      revision: flags.git,
      service: () => this.service('optional'),
    })
    return differenceAnswer(comparison, {
      format: flags.format as DiffFormat,
      summary: flags.summary,
      exitCode: flags['exit-code'],
    })
  }
}
