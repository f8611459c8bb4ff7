import { string as stringArgument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { type DiffFormat, differenceResult, diffFormats } from '../../cli/sync/diff-result.ts'
import { compare } from '../../project/compare/compare.ts'

export default class ScriptDiff extends TopoCommand<typeof ScriptDiff> {
  static override summary = 'Compare two scripts: their diagrams and their text.'
  static override description =
    'With one file, compares it with the remote script, so it shows what a push would change. With --git, compares it with that revision of the file. On a conflict, it also shows which side changed what.'
  static override aliases = ['diff']
  static override examples = [
    'topo script diff diagrams/checkout.topology.js',
    'topo script diff hello-topology payments-platform --summary',
    'topo script diff diagrams/checkout.topology.js --format markdown',
    'topo script diff hello-topology payments-platform --format svg > changes.svg',
  ]
  static override fields = ['before', 'after', 'same', 'metadata', 'topology', 'patch', 'divergence']
  static override args = {
    first: stringArgument({
      required: true,
      ignoreStdin: true,
      description: 'File, slug, id or URL.',
    }),
    second: stringArgument({ ignoreStdin: true, description: 'Second script; default: the remote script.' }),
  }
  static override flags = {
    git: string({
      helpValue: 'REVISION',
      summary: 'Compare the file with its content at a git revision.',
    }),
    format: string({
      options: [...diffFormats],
      default: 'text',
      helpValue: 'NAME',
      summary: `One of ${diffFormats.join(', ')}.`,
    }),
    summary: boolean({ summary: 'Show only changes of the diagram and the metadata.' }),
    'exit-code': boolean({ summary: 'Exit with code 3 if anything differs.' }),
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
    return differenceResult(comparison, {
      format: flags.format as DiffFormat,
      summary: flags.summary,
      exitCode: flags['exit-code'],
    })
  }
}
