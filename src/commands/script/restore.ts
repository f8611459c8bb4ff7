import { integer } from '@oclif/core/args'
import { restoreVersion } from '../../api/calls/versions.ts'
import { scriptArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { readScriptByName } from '../../project/select/resolve-script.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class ScriptRestore extends TopoCommand<typeof ScriptRestore> {
  static override summary = 'Restore the code of a script from an earlier version.'
  static override description =
    'Creates a new version, so nothing is lost. If the script changes meanwhile, that is a conflict (exit code 6).'
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

  protected override async execute(): Promise<CommandResult> {
    const { script: given, version: versionNumber } = this.arguments
    const { client } = await this.service()
    const script = await readScriptByName(await this.project(), client, given)
    await restoreVersion(client, script, versionNumber)
    const { id, slug } = script
    return {
      data: { id, slug, versionNumber },
      text: (out) =>
        out.isTerminal
          ? `Restored ${forTerminal(slug)} to the code of version ${out.style('bold', String(versionNumber))}`
          : ['restored', forTerminal(slug), versionNumber].join('\t'),
      nextStep: `topo pull ${forTerminal(slug)}`,
    }
  }
}
