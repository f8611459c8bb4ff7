import { boolean } from '@oclif/core/flags'
import { pathsArgument } from '../../cli/command/arguments.ts'
import { concurrencyFlag } from '../../cli/command/batch-progress.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { chosenPaths, selectionFlags, selectionOf, shardFlag } from '../../cli/command/selection.ts'
import { table } from '../../cli/io/table.ts'
import { ExitCode } from '../../errors.ts'
import { SyncState } from '../../project/state/state.ts'
import { status } from '../../project/sync/status.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class ScriptStatus extends TopoCommand<typeof ScriptStatus> {
  static override summary = 'Compare local scripts with the service.'
  static override aliases = ['status']
  static override examples = ['<%= config.bin %> status', '<%= config.bin %> status --exit-code --json']
  static override fields = ['path', 'slug', 'state', 'reason', 'changed']
  static override args = pathsArgument
  static override flags = {
    ...selectionFlags,
    ...shardFlag,
    ...concurrencyFlag,
    'exit-code': boolean({ summary: 'Exit with code 3 if anything differs.' }),
  }

  protected override async execute(): Promise<CommandResult> {
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
        const rows = items.map(({ state, path, reason }) => [state, forTerminal(path), reason])
        return table(out, ['STATE', 'SCRIPT', 'WHY'], rows)
      },
      exitCode: differs && this.flags['exit-code'] ? ExitCode.differences : ExitCode.ok,
    }
  }
}
