import { boolean } from '@oclif/core/flags'
import { pathsArgument } from '../../cli/command/arguments.ts'
import { concurrencyFlag } from '../../cli/command/batch-progress.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { scriptPaths, selectionFlags, selectionOf, shardFlag } from '../../cli/command/selection.ts'
import { table } from '../../cli/io/table.ts'
import { ExitCode } from '../../errors.ts'
import { SyncState } from '../../project/state/state.ts'
import { status } from '../../project/sync/status.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default defineCommand({
  summary: 'Compare local scripts with the service.',
  aliases: ['status'],
  examples: ['topo status', 'topo status --exit-code --json'],
  fields: ['path', 'slug', 'state', 'reason', 'changed'],
  args: pathsArgument,
  flags: {
    ...selectionFlags,
    ...shardFlag,
    ...concurrencyFlag,
    'exit-code': boolean({ summary: 'Exit with code 3 if anything differs.' }),
  },
  run: async ({ openProject, openService, args, terminal, flags }) => {
    const project = await openProject()
    const { client, address, keyMark } = await openService()
    const state = new SyncState(project.root, keyMark)
    const items = await status({
      project,
      client,
      address,
      state,
      ...selectionOf(await scriptPaths(project, args, terminal), flags),
      concurrency: flags.concurrency,
    })
    const differs = items.some(({ state }) => state !== 'in-sync')
    return {
      data: { items, totalCount: items.length },
      text: (out) => {
        const rows = items.map(({ state, path, reason }) => [state, forTerminal(path), reason])
        return table(out, ['STATE', 'SCRIPT', 'WHY'], rows)
      },
      exitCode: differs && flags['exit-code'] ? ExitCode.differences : ExitCode.ok,
    }
  },
})
