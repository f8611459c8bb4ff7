import { boolean } from '@oclif/core/flags'
import { pathsArgument } from '../../cli/command/arguments.ts'
import { concurrencyFlag } from '../../cli/command/batch-progress.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { scriptPaths } from '../../cli/command/selection.ts'
import { untilInterrupted } from '../../cli/io/signals.ts'
import { createWatchReporter } from '../../cli/watch/watch-reporter.ts'
import { SyncState } from '../../project/state/state.ts'
import { watchProject } from '../../project/watch/watch.ts'

/** Time for requests in flight to finish after Ctrl-C. */
const graceMs = 1500

export default class ScriptWatch extends TopoCommand<typeof ScriptWatch> {
  static override summary = 'Watch scripts: validate and push them on every save, until Ctrl-C.'
  static override description =
    'Invalid scripts are not pushed. A script that changed on the service is skipped until you pull or push it. With --json, each line is one JSON object.'
  static override aliases = ['watch']
  static override examples = ['topo watch', 'topo watch diagrams --json']
  static override args = pathsArgument
  static override flags = {
    ...concurrencyFlag,
    poll: boolean({ summary: 'Poll for changes, where the file system reports none.' }),
  }

  protected override async execute(): Promise<undefined> {
    const project = await this.project()
    const service = await this.service()
    this.terminal.activity.end()
    const interrupted = untilInterrupted(graceMs)
    const debug = this.flags.debug || this.environment.debug
    const reporter = createWatchReporter(this.terminal, project, debug)
    const watching = watchProject({
      ...service,
      project,
      state: new SyncState(project.root, service.keyMark),
      paths: await scriptPaths(project, this.arguments, this.terminal),
      stamp: new Date().toISOString(),
      pace: { concurrency: this.flags.concurrency },
      poll: this.flags.poll,
      onEvent: reporter.report,
    })
    try {
      await Promise.race([interrupted, watching.ended])
    } finally {
      await watching.close()
      reporter.end()
    }
  }
}
