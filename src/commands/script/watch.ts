import { boolean } from '@oclif/core/flags'
import { pathsArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { scriptPaths } from '../../cli/command/selection.ts'
import { untilInterrupted } from '../../cli/io/signals.ts'
import { concurrencyFlag } from '../../cli/sync/batch-progress.ts'
import { createWatchReporter } from '../../cli/watch/watch-reporter.ts'
import { SyncState } from '../../project/state/state.ts'
import { watchProject } from '../../project/watch/watch.ts'

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
      state: new SyncState(project.root, service.keyMark),
      paths: await scriptPaths(project, args, terminal),
      stamp: new Date().toISOString(),
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
