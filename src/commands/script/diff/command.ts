import { defineCommand } from '../../../cli/command/define.ts'
import { argument, optionalArgument } from '../../../cli/command/flags/arguments.ts'
import { compare } from '../../../sync/compare/compare.ts'
import { differenceResult, diffFlags } from './diff-result.ts'

export default defineCommand({
  summary: 'Compare two scripts: their diagrams and their text.',
  description:
    'With one file, compares it with the remote script, so it shows what a push would change. With --git, compares it with that revision of the file. On a conflict, it also shows which side changed what.',
  aliases: ['diff'],
  examples: [
    'topo diff diagrams/checkout.topology.js',
    'topo diff hello-topology payments-platform --summary',
    'topo diff diagrams/checkout.topology.js --format markdown',
    'topo diff hello-topology payments-platform --format svg > changes.svg',
    'topo diff hello-topology payments-platform -o changes.html --context 1',
    'topo diff diagrams/checkout.topology.js --git HEAD --fail-on removed',
  ],
  fields: ['before', 'after', 'same', 'metadata', 'topology', 'patch', 'divergence'],
  args: {
    first: argument('File, slug, id or URL.'),
    second: optionalArgument('Second script; default: the remote script.'),
  },
  flags: diffFlags,
  run: async ({ args, flags, terminal, openProject, openService }) => {
    const project = await openProject()
    const comparison = await compare({
      project,
      first: args.first,
      second: args.second,
      revision: flags.git,
      service: () => openService('optional'),
    })
    const { style = project.config.style } = flags
    return differenceResult(comparison, { ...flags, style }, terminal)
  },
})
