import { boolean, integer, string } from '@oclif/core/flags'
import { argument, optionalArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import {
  type DiffFormat,
  type DiffGate,
  differenceResult,
  diffFormats,
  diffGates,
} from '../../cli/sync/diff-result.ts'
import { compare } from '../../project/compare/compare.ts'
import type { Theme } from '../../render/index.ts'

export default defineCommand({
  summary: 'Compare two scripts: their diagrams and their text.',
  description:
    'With one file, compares it with the remote script, so it shows what a push would change. With --git, compares it with that revision of the file. On a conflict, it also shows which side changed what.',
  aliases: ['diff'],
  examples: [
    'topo script diff diagrams/checkout.topology.js',
    'topo script diff hello-topology payments-platform --summary',
    'topo script diff diagrams/checkout.topology.js --format markdown',
    'topo script diff hello-topology payments-platform --format svg > changes.svg',
    'topo script diff hello-topology payments-platform -o changes.html --context 1',
    'topo script diff diagrams/checkout.topology.js --git HEAD --fail-on removed',
  ],
  fields: ['before', 'after', 'same', 'metadata', 'topology', 'patch', 'divergence'],
  args: {
    first: argument('File, slug, id or URL.'),
    second: optionalArgument('Second script; default: the remote script.'),
  },
  flags: {
    git: string({
      helpValue: 'REVISION',
      summary: 'Compare the file with its content at a git revision.',
    }),
    format: string({
      options: [...diffFormats],
      helpValue: 'NAME',
      summary: `One of ${diffFormats.join(', ')}.`,
      description: 'The default follows the extension of the file; without a file it is text.',
    }),
    output: string({ char: 'o', helpValue: 'FILE', summary: 'File to write, instead of standard output.' }),
    force: boolean({ dependsOn: ['output'], summary: 'Overwrite an existing file with other content.' }),
    theme: string({
      options: ['light', 'dark', 'auto'],
      helpValue: 'NAME',
      summary: 'light, dark, or auto: in svg and html it follows the reader (the default there).',
    }),
    context: integer({
      min: 0,
      max: 1000,
      helpValue: 'N',
      summary: 'Draw only what changed and what N connections lead to.',
    }),
    summary: boolean({ summary: 'Show only changes of the diagram and the metadata.' }),
    'exit-code': boolean({ summary: 'Exit with code 3 if anything differs.' }),
    'fail-on': string({
      options: [...diffGates],
      helpValue: 'WHAT',
      summary:
        'Exit with code 3 if the diagram lost something (removed), if a connection was added, removed or changed (connections), or if anything in it changed (any).',
    }),
  },
  run: async ({ args, flags, terminal, openProject, openService }) => {
    const comparison = await compare({
      project: await openProject(),
      first: args.first,
      second: args.second,
      revision: flags.git,
      service: () => openService('optional'),
    })
    const { output, force, context, summary } = flags
    const options = {
      ...{ output, force, context, summary, exitCode: flags['exit-code'] },
      format: flags.format as DiffFormat | undefined,
      theme: flags.theme as Theme | undefined,
      failOn: flags['fail-on'] as DiffGate | undefined,
    }
    return differenceResult(comparison, options, terminal)
  },
})
