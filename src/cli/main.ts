/** The door behind `bin/run.js`: runs one command line and decides the exit code. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEnvironment } from './environment.ts'
import { reportFailure } from './failure.ts'
import { endOnSignals } from './signals.ts'
import { Terminal } from './terminal.ts'

/** @param root the folder of the package, where its manifest is. */
export async function main(argv: string[], root: string): Promise<void> {
  endQuietlyOnClosedPipe()
  endOnSignals()
  try {
    if (/^(--version|-v)$/.test(argv[0] ?? '')) printVersion(root, argv.includes('--json'))
    else await (await import('./dispatch.ts')).dispatch(argv, root)
  } catch (error) {
    const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined)
    const environment = readEnvironment()
    const terminal = new Terminal(environment, {
      json: words.includes('--json'),
      quiet: false,
      noColor: words.includes('--no-color'),
      noInput: true,
    })
    process.exitCode = reportFailure(error, terminal, words.includes('--debug') || environment.debug)
  }
}

function printVersion(root: string, json: boolean): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  process.stdout.write(json ? `${JSON.stringify({ version })}\n` : `${version}\n`)
}

/** `topo list | head -1`: the reader has enough, and that is a success. */
function endQuietlyOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0)
      throw error
    })
  }
}
