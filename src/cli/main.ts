/** Entry point of `bin/run.js`. Answers `--version` and `--help` without loading anything else. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCommandLine } from './command-line.ts'

/**
 * Runs one command line; the exit code is left in `process.exitCode`.
 * @param root the folder of the package, where its manifest is: as built, this is `dist/main.js`.
 * @param print writes the answer to `--version` and `--help` to stdout
 */
export async function main(
  argv: string[],
  root: string = fileURLToPath(new URL('..', import.meta.url)),
  print: (text: string) => void = printToStream,
): Promise<void> {
  const line = readCommandLine(argv)
  if (line.version) print(version(root, line.json))
  else if (/^(--help|-h|help)?( --json)?$/.test(argv.join(' '))) print(help(root, line.json))
  else {
    endureClosedStdout()
    process.stderr.on('error', unlessClosed)
    if (argv[0] === '__complete')
      await (await import('./completion/complete.ts')).complete(argv.slice(1), root)
    else await (await import('./dispatch.ts')).runCommandLine(argv, root)
  }
}

function printToStream(text: string): void {
  endureClosedStdout()
  process.stdout.write(text)
}

function version(root: string, json: boolean): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return json ? `${JSON.stringify({ version })}\n` : `${version}\n`
}

/** The list of commands that the build rendered, so nothing has to be loaded. */
function help(root: string, json: boolean): string {
  const help = readFileSync(join(root, 'dist', 'help.txt'), 'utf8')
  return json ? `${JSON.stringify({ help })}\n` : help
}

/**
 * Ignores a closed pipe: in `topo list | head -1`, the reader has read enough. The command still finishes, so a
 * push is not cut short.
 */
function endureClosedStdout(): void {
  process.stdout.on('error', (error) => {
    unlessClosed(error)
    process.exitCode = 0
  })
}

function unlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
