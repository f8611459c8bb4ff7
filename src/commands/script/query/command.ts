import { boolean, integer, string } from '@oclif/core/flags'
import { defineCommand } from '../../../cli/command/define.ts'
import { argument } from '../../../cli/command/flags/arguments.ts'
import { cacheFlag, ignoreFlag } from '../../../cli/command/flags/selection.ts'
import { showFindings } from '../../../cli/findings/findings.ts'
import { endedBySystem } from '../../../cli/io/process/signals.ts'
import { checkAndKeep } from '../../../project/select/selection.ts'
import { askedScript, joinAsked } from '../../../query/architecture.ts'
import { answerFormats, answerResult } from './answer.ts'

export default defineCommand({
  summary: 'Find what draws a node, and what breaks without it.',
  description:
    'Asks all scripts of the project together: the same id is the same thing, except in scripts with namespace: in their header (between /*--- and ---*/), whose ids are NAMESPACE/ID. Scripts with errors are reported and skipped; the exit code is then 1.',
  aliases: ['query'],
  examples: [
    'topo query checkout',
    "topo query '*db*' --impact",
    'topo query checkout --depth 2',
    'topo query web --to orders-db',
    'topo query checkout --impact --exit-code --json',
    "topo query '*' --format html > architecture.html",
  ],
  fields: [
    'id',
    'label',
    'kind',
    'group',
    'slug',
    'path',
    'line',
    'column',
    'callers',
    'callees',
    'distance',
    'via',
    'diagrams',
    'ids',
    'steps',
    'joins',
  ],
  args: { id: argument('Id of a node or group; in a pattern, * is any text.') },
  flags: {
    ...ignoreFlag,
    ...cacheFlag,
    impact: boolean({
      exclusive: ['to'],
      summary: 'List everything that reaches it, through any number of connections and diagrams.',
      description:
        'A connection leads from the node that opens it, so its callers break with it. A group leads to what it contains.',
    }),
    depth: integer({
      min: 1,
      helpValue: 'N',
      exclusive: ['to'],
      summary:
        'List what is at most N connections away: of its callers with --impact, else around it.',
    }),
    to: string({
      helpValue: 'ID',
      summary: 'List the shortest paths from it to this id or pattern.',
    }),
    format: string({
      options: answerFormats,
      helpValue: 'NAME',
      exclusive: ['json'],
      summary: `Draw the answer: ${answerFormats.join(', ')}.`,
    }),
    'exit-code': boolean({ summary: 'Exit with code 3 if nothing is found.' }),
  },
  run: async ({ args, flags, terminal, openProject }) => {
    const project = await openProject()
    const { activity } = terminal
    return endedBySystem(async () => {
      const asked = await checkAndKeep(
        project,
        { paths: [] },
        { onFound: (count) => activity.begin('Reading', count), onEach: () => activity.advance() },
        { outline: true, keep: askedScript },
      )
      activity.end()
      const { architecture, skipped } = joinAsked(asked)
      const errors = skipped.map(({ findings, ...one }) => ({
        ...one,
        findings: findings.filter(({ severity }) => severity === 'error'),
      }))
      showFindings(terminal, errors, project)
      const { impact, depth, to } = flags
      const question = { about: args.id, impact, depth, to }
      return answerResult(
        question,
        { architecture, skipped: skipped.map(({ script }) => script.path) },
        { ...flags, style: project.config.style },
        terminal,
      )
    })
  },
})
