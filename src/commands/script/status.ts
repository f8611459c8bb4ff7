import { boolean } from '@oclif/core/flags'
import { pathsArgument } from '../../cli/command/arguments.ts'
import { concurrencyFlag } from '../../cli/command/batch-progress.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { listResult } from '../../cli/command/list-result.ts'
import { scriptPaths, selectionFlags, selectionOf, shardFlag } from '../../cli/command/selection.ts'
import { ExitCode } from '../../errors.ts'
import { SyncState } from '../../project/state/state.ts'
import { status } from '../../project/sync/status.ts'

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
      ...listResult(items, ['STATE', 'SCRIPT', 'WHY'], ({ state, path, reason }) => [state, path, reason]),
      exitCode: differs && flags['exit-code'] ? ExitCode.differences : ExitCode.ok,
    }
  },
})
