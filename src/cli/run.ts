/** Runs a command line and sets the exit code. */
import { readCommandLine } from './command-line.ts'
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
    const { json, noColor, debug, jsonStream } = readCommandLine(argv)
    const terminal = new Terminal(environment, { json, quiet: false, noColor, noInput: true })
    process.exitCode = reportFailure(error, terminal, debug || environment.debug, jsonStream)
  }
}
