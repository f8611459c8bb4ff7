import { readVersions } from '../../api/calls/versions.ts'
import { scriptArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { pageFlags } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { tellOfRest } from '../../cli/command/truncated-note.ts'
import { untypedList } from '../../cli/views/untyped-table.ts'
import { readScriptByName } from '../../project/select/resolve-script.ts'

export default class ScriptVersions extends TopoCommand<typeof ScriptVersions> {
  static override summary = 'List the versions of a script; each change of its code creates one.'
  static override examples = [
    '<%= config.bin %> script versions alice-shop',
    '<%= config.bin %> script versions alice-shop --json --fields versionNumber,createdAt',
  ]
  static override fields = ['*']
  static override args = scriptArgument
  static override flags = pageFlags

  protected override async execute(): Promise<CommandResult> {
    const { all, limit } = this.flags
    const { client } = await this.service()
    const most = all ? Number.POSITIVE_INFINITY : limit
    const script = await readScriptByName(await this.project(), client, this.arguments.script)
    const found = await readVersions(client, script, most)
    tellOfRest(this.terminal, found, 'versions', all)
    return untypedList(found, [
      ['VERSION', 'versionNumber', 'version', 'number'],
      ['MADE', 'createdAt', 'updatedAt'],
      ['MESSAGE', 'message', 'note', 'name'],
    ])
  }
}
