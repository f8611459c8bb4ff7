/** Runs a command line and sets the exit code. */
import { dispatch } from './dispatch.ts'
import { readEnvironment } from './io/environment.ts'
import { reportErrorsAsLines, reportFailure } from './io/failure.ts'
import { endOnSignals } from './io/signals.ts'
import { redactOutput, registerHeaderValues, registerSecret, Terminal } from './io/terminal.ts'

export async function runCommandLine(argv: string[], root: string): Promise<void> {
  const environment = readEnvironment()
  redactOutput()
  registerSecret(environment.apiKey)
  registerHeaderValues(environment.headers)
  endOnSignals()
  reportErrorsAsLines(false)
  try {
    await dispatch(argv, root)
  } catch (error) {
    // The command may have failed before it parsed its flags.
    const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined)
    const terminal = new Terminal(environment, {
      json: words.some((word) => /^--json(=|$)/.test(word)),
      quiet: false,
      noColor: words.includes('--no-color'),
      noInput: true,
    })
    process.exitCode = reportFailure(
      error,
      terminal,
      words.includes('--debug') || environment.debug,
      words.includes('--json-stream'),
    )
  }
}
