import { scriptArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { pageFlags } from '../../cli/flags.ts'
import { looseList } from '../../cli/loose.ts'
import { tellOfRest } from '../../cli/page.ts'
import { readVersions } from '../../project/versions.ts'

export default class ScriptVersions extends TopoCommand<typeof ScriptVersions> {
  static override summary = 'List the versions of a script; each change of its code made one.'
  static override examples = [
    '<%= config.bin %> script versions alice-shop',
    '<%= config.bin %> script versions alice-shop --json --fields versionNumber,createdAt',
  ]
  static override fields = ['*']
  static override args = scriptArgument
  static override flags = pageFlags

  protected override async act(): Promise<Answer> {
    const { all, limit } = this.flags
    const { client } = await this.service()
    const most = all ? Number.POSITIVE_INFINITY : limit
    const found = await readVersions(await this.project(), client, this.arguments.script, most)
    tellOfRest(this.terminal, found, 'versions', all)
    return looseList(found, [
      ['VERSION', 'versionNumber', 'version', 'number'],
      ['MADE', 'createdAt', 'updatedAt'],
      ['MESSAGE', 'message', 'note', 'name'],
    ])
  }
}
