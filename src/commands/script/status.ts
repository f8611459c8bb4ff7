import { boolean } from '@oclif/core/flags'
import { defineCommand } from '../../cli/command/define.ts'
import { pathsArgument } from '../../cli/command/flags/arguments.ts'
import {
  scriptPaths,
  selectionFlags,
  selectionOf,
  shardFlag,
} from '../../cli/command/flags/selection.ts'
import { listResult, withTotals } from '../../cli/command/list-result.ts'
import { concurrencyFlag } from '../../cli/outcomes/batch-progress.ts'
import { totalsOf } from '../../cli/outcomes/outcome-table.ts'
import { ExitCode, usageError } from '../../errors.ts'
import { status } from '../../sync/plan/status.ts'
import { SyncState } from '../../sync/state/state.ts'

export default defineCommand({
  summary: 'Compare local scripts with the service.',
  aliases: ['status'],
  examples: ['topo status', 'topo status --exit-code --json', 'topo status --all'],
  fields: ['path', 'slug', 'state', 'reason', 'changed'],
  args: pathsArgument,
  flags: {
    ...selectionFlags,
    ...shardFlag,
    ...concurrencyFlag,
    all: boolean({
      allowNo: true,
      summary: 'Also report scripts that are only on the service (only-remote).',
      description: 'Drafts of "topo script review --drafts" are not reported.',
    }),
    'exit-code': boolean({ summary: 'Exit with code 3 if anything differs.' }),
  },
  run: async ({ openProject, openService, args, terminal, flags }) => {
    if (flags.all && args.paths !== undefined && args.paths.length > 0) throw allAndPaths()
    const project = await openProject()
    const { client, address, keyMark } = await openService()
    const state = new SyncState(project.root, client.clock, keyMark)
    const items = await status({
      project,
      client,
      address,
      state,
      ...selectionOf(project, await scriptPaths(project, args, terminal), flags, terminal),
      concurrency: flags.concurrency,
      all: flags.all,
    })
    const differs = items.some((item) => item.state !== 'in-sync')
    const list = listResult(items, ['STATE', 'SCRIPT', 'WHY'], (item) => [
      item.state,
      item.path ?? item.slug,
      item.reason,
    ])
    return {
      ...withTotals(list, totalsOf(items.map((item) => item.state))),
      exitCode: differs && flags['exit-code'] ? ExitCode.differences : ExitCode.ok,
    }
  },
})

const allAndPaths = () =>
  usageError('--all compares the whole project, so no files can be named with it.', {
    hint: 'Leave out the files, or leave out --all.',
  })
