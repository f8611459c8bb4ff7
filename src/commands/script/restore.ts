import { integer } from '@oclif/core/args'
import { scriptArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { plain } from '../../cli/plain.ts'
import { restoreVersion } from '../../project/versions.ts'

export default class ScriptRestore extends TopoCommand<typeof ScriptRestore> {
  static override summary = 'Make the code of a script what it was in an earlier version.'
  static override description =
    'That is a new version, so nothing is lost. A script that changes meanwhile is a conflict (exit code 6).'
  static override examples = [
    '<%= config.bin %> script restore alice-shop 1',
    '<%= config.bin %> script restore alice-shop 1 --json',
  ]
  static override fields = ['id', 'slug', 'versionNumber']
  static override args = {
    ...scriptArgument,
    version: integer({ required: true, min: 1, ignoreStdin: true, description: 'Number of the version.' }),
  }
  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    const { script, version: versionNumber } = this.arguments
    const { client } = await this.service()
    const { id, slug } = await restoreVersion(await this.project(), client, script, versionNumber)
    return {
      data: { id, slug, versionNumber },
      text: (out) =>
        out.isTerminal
          ? `${plain(slug)} has the code of version ${out.style('bold', String(versionNumber))} again`
          : ['restored', plain(slug), versionNumber].join('\t'),
      next: `topo pull ${plain(slug)}`,
    }
  }
}
