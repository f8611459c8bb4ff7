import { boolean } from '@oclif/core/flags'
import { pathsArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { concurrencyFlag } from '../../cli/pace.ts'
import { plain } from '../../cli/plain.ts'
import { chosenPaths, selectionFlags, selectionOf, shardFlag } from '../../cli/selection.ts'
import { table } from '../../cli/table.ts'
import { ExitCode } from '../../errors.ts'
import { SyncState } from '../../project/state.ts'
import { status } from '../../project/status.ts'

export default class ScriptStatus extends TopoCommand<typeof ScriptStatus> {
  static override summary = 'Compare the scripts here with the service.'
  static override aliases = ['status']
  static override examples = ['<%= config.bin %> status', '<%= config.bin %> status --exit-code --json']
  static override fields = ['path', 'slug', 'state', 'reason', 'changed']
  static override args = pathsArgument
  static override flags = {
    ...selectionFlags,
    ...shardFlag,
    ...concurrencyFlag,
    'exit-code': boolean({ summary: 'Exit with 3 when anything differs.' }),
  }

  protected override async act(): Promise<Answer> {
    const project = await this.project()
    const { client, address } = await this.service()
    const state = new SyncState(project.root)
    const items = await status({
      project,
      client,
      address,
      state,
      ...selectionOf(await chosenPaths(project, this.arguments, this.terminal), this.flags),
      concurrency: this.flags.concurrency,
    })
    const differs = items.some(({ state }) => state !== 'in-sync')
    return {
      data: { items, totalCount: items.length },
      text: (out) => {
        const rows = items.map(({ state, path, reason }) => [state, plain(path), reason])
        return table(out, ['STATE', 'SCRIPT', 'WHY'], rows)
      },
      exitCode: differs && this.flags['exit-code'] ? ExitCode.differences : ExitCode.ok,
    }
  }
}
