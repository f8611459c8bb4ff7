import { integer } from '@oclif/core/flags'
import { readStatistics } from '../../api/calls/statistics.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { optionalArguments } from '../../cli/command/flags/arguments.ts'
import { ownScripts } from '../../sync/remote/read-remote.ts'
import { statisticsFields, statisticsResult } from './statistics.ts'

export default defineCommand({
  summary: 'Show views and stars of your scripts over time.',
  description:
    'On a terminal, prints one chart of the total and one line per script. In a pipe, prints one line per script and day: slug, date, views, stars.',
  examples: [
    'topo stats',
    'topo stats alice-shop --days 7',
    'topo stats --json --fields slug,views,stars',
  ],
  fields: statisticsFields,
  args: { scripts: optionalArguments('Slugs, ids, files or URLs; default: all your scripts.') },
  flags: {
    days: integer({
      default: 30,
      min: 1,
      max: 366,
      helpValue: 'N',
      summary: 'Number of days to show.',
    }),
  },
  run: async ({ openService, openScript, args, flags }) => {
    const { client } = await openService()
    const named = args.scripts ?? []
    const scripts =
      named.length > 0
        ? await Promise.all(named.map(async (name) => (await openScript(name)).script))
        : (await ownScripts(client)).items
    return statisticsResult(await readStatistics(client, scripts, flags.days))
  },
})
