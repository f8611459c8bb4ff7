/** One command line, from its words to its exit code. */
import { dispatch } from './dispatch.ts'
import { readEnvironment } from './environment.ts'
import { reportFailure } from './failure.ts'
import { endOnSignals } from './signals.ts'
import { guardOutput, keepSecret, Terminal } from './terminal.ts'

export async function runCommandLine(argv: string[], root: string): Promise<void> {
  const environment = readEnvironment()
  keepSecret(environment.apiKey)
  guardOutput()
  endQuietlyOnClosedPipe()
  endOnSignals()
  try {
    await dispatch(argv, root)
  } catch (error) {
    // The command may have failed before it had parsed its flags.
    const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined)
    const terminal = new Terminal(environment, {
      json: words.includes('--json'),
      quiet: false,
      noColor: words.includes('--no-color'),
      noInput: true,
    })
    process.exitCode = reportFailure(error, terminal, words.includes('--debug') || environment.debug)
  }
}

/** `topo script list | head -1`: the reader has enough, and that is a success. */
function endQuietlyOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0)
      throw error
    })
  }
}
