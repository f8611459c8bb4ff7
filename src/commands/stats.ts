import { string } from '@oclif/core/args'
import { integer } from '@oclif/core/flags'
import { readStatistics } from '../api/calls/statistics.ts'
import { TopoCommand } from '../cli/command/command.ts'
import type { CommandResult } from '../cli/command/result.ts'
import { statisticsAnswer, statisticsFields } from '../cli/views/statistics.ts'
import { ownScripts } from '../project/remote/remote.ts'
import { readScriptByName } from '../project/select/resolve-script.ts'

export default class Stats extends TopoCommand<typeof Stats> {
  static override summary = 'Views and stars of your scripts over time.'
  static override description =
    'On a terminal a chart of all of them together and a line for each; in a pipe a line per script and day: slug, date, views, stars.'
  static override examples = [
    '<%= config.bin %> stats',
    '<%= config.bin %> stats alice-shop --days 7',
    '<%= config.bin %> stats --json --fields slug,views,stars',
  ]
  static override fields = statisticsFields
  static override args = {
    scripts: string({ multiple: true, ignoreStdin: true, description: 'Scripts; all of yours without.' }),
  }
  static override flags = {
    days: integer({ default: 30, min: 1, max: 366, helpValue: 'N', summary: 'How many days back.' }),
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
