import { string } from '@oclif/core/args'
import { integer } from '@oclif/core/flags'
import { readStatistics } from '../api/calls/statistics.ts'
import { TopoCommand } from '../cli/command/command.ts'
import type { CommandResult } from '../cli/command/result.ts'
import { statisticsAnswer, statisticsFields } from '../cli/views/statistics.ts'
import { ownScripts } from '../project/remote/remote.ts'
import { readScriptByName } from '../project/select/resolve-script.ts'

export default class Stats extends TopoCommand<typeof Stats> {
  static override summary = 'Show views and stars of your scripts over time.'
  static override description =
    'On a terminal, prints one chart of the total and one line per script. In a pipe, prints one line per script and day: slug, date, views, stars.'
  static override examples = [
    '<%= config.bin %> stats',
    '<%= config.bin %> stats alice-shop --days 7',
    '<%= config.bin %> stats --json --fields slug,views,stars',
  ]
  static override fields = statisticsFields
  static override args = {
    scripts: string({
      multiple: true,
      ignoreStdin: true,
      description: 'Slugs, ids, files or URLs; default: all your scripts.',
    }),
  }
  static override flags = {
    days: integer({ default: 30, min: 1, max: 366, helpValue: 'N', summary: 'Number of days to show.' }),
  }

  protected override async execute(): Promise<CommandResult> {
    const project = await this.project()
    const { client } = await this.service()
    const named = this.arguments.scripts ?? []
    const scripts =
      named.length > 0
        ? await Promise.all(named.map((name) => readScriptByName(project, client, name)))
        : (await ownScripts(client)).items
    return statisticsAnswer(await readStatistics(client, scripts, this.flags.days))
  }
}
