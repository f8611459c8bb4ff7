import { TopoCommand } from '../cli/command/command.ts'
import type { CommandResult } from '../cli/command/result.ts'
import { openContext } from '../cli/doctor/context.ts'
import { runChecks } from '../cli/doctor/index.ts'
import { variablesInEffect } from '../cli/doctor/variables.ts'
import { findingsText } from '../cli/doctor/view.ts'
import { debugLine } from '../cli/service/debug-log.ts'
import { ExitCode } from '../errors.ts'

export default class Doctor extends TopoCommand<typeof Doctor> {
  static override summary = 'Diagnose problems with settings, network, key, files and topo itself.'
  static override description =
    'Every check has a time limit, and the other checks run even if one fails. Secrets are redacted, so you can paste the output into a bug report. The exit code is 1 if a check finds a problem.'
  static override examples = [
    'topo doctor',
    'topo doctor --base-url https://diagrams.example.com',
    'topo doctor --json --fields check,status,message',
  ]
  static override fields = ['check', 'status', 'message', 'hint']

  protected override async execute(): Promise<CommandResult> {
    const { environment, flags, terminal } = this
    terminal.activity.begin('Checking')
    const context = openContext({
      flags,
      environment,
      version: this.config.version,
      cwd: process.cwd(),
      record: (fetch) => this.recording?.wrap(fetch, []) ?? fetch,
      onResponse: (event) => {
        if (flags.debug || environment.debug) terminal.err.line(debugLine(event))
      },
    })
    const items = await runChecks(context)
    const ill = items.some(({ status }) => status === 'problem')
    return {
      data: { items, totalCount: items.length, environment: variablesInEffect(context.variables) },
      text: (out) => findingsText(out, items),
      exitCode: ill ? ExitCode.refused : ExitCode.ok,
    }
  }
}
