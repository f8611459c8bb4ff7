import { boolean } from '@oclif/core/flags'
import { defineCommand } from '../../../cli/command/define.ts'
import { pathsArgument } from '../../../cli/command/flags/arguments.ts'
import { cacheFlag, scriptPaths } from '../../../cli/command/flags/selection.ts'
import { untilInterrupted } from '../../../cli/io/process/signals.ts'
import { concurrencyFlag } from '../../../cli/outcomes/batch-progress.ts'
import { SyncState } from '../../../sync/state/state.ts'
import { watchProject } from '../../../sync/watch/watch.ts'
import { createWatchReporter } from './watch-reporter.ts'

/** Time for requests in flight to finish after Ctrl-C. */
const graceMs = 1500

export default defineCommand({
  summary: 'Validate and push scripts on every save, until Ctrl-C.',
  description:
    'Invalid scripts are not pushed. A script that changed on the service is skipped until you pull or push it. With --json, each line is one JSON object.',
  aliases: ['watch'],
  examples: ['topo watch', 'topo watch diagrams --json'],
  args: pathsArgument,
  flags: {
    ...cacheFlag,
    ...concurrencyFlag,
    poll: boolean({ summary: 'Poll for changes, where the file system reports none.' }),
  },
  run: async ({ args, flags, terminal, environment, openProject, openService }) => {
    const project = await openProject()
    const service = await openService()
    terminal.activity.end()
    const interrupted = untilInterrupted(graceMs)
    const debug = flags.debug || environment.debug
    const reporter = createWatchReporter(terminal, project, debug)
    const watching = watchProject({
      ...service,
      project,
      state: new SyncState(project.root, service.client.clock, service.keyMark),
      paths: await scriptPaths(project, args, terminal),
      stamp: new Date(service.client.clock.now()).toISOString(),
      pace: { concurrency: flags.concurrency },
      poll: flags.poll,
      onEvent: (event) => reporter.report(event),
    })
    try {
      await Promise.race([interrupted, watching.ended])
    } finally {
      await watching.close()
      reporter.end()
    }
  },
})
