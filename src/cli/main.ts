/** Entry point of `bin/run.js`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCommandLine } from './command-line.ts'
import { reportUnwritten, watchStandardOutput } from './io/process/standard-output.ts'

export { reportUnwritten, watchStandardOutput }

/**
 * Answers `--version` and `--help` without loading anything else.
 * @returns undefined for other command lines
 */
export function answerAtOnce(argv: string[], root: string): string | undefined {
  const { version, json } = readCommandLine(argv)
  if (version) return versionText(root, json)
  // The file has lines for 80 columns; a narrower terminal needs others.
  const isNarrow = (process.stdout.columns || HELP_WIDTH) < HELP_WIDTH
  return !isNarrow && /^(--help|-h|help)?( --json)?$/.test(argv.join(' '))
    ? help(root, json)
    : undefined
}

/**
 * Runs one command line; the exit code is left in `process.exitCode`.
 * @param root the folder of the package, where its manifest is: as built, this is `dist/main.js`.
 */
export async function main(
  argv: string[],
  root: string = fileURLToPath(new URL('..', import.meta.url)),
): Promise<void> {
  watchStandardOutput()
  const answer = answerAtOnce(argv, root)
  if (answer !== undefined) process.stdout.write(answer)
  else if (argv[0] === '__complete')
    await (await import('./completion/complete.ts')).complete(argv.slice(1), root)
  else await (await import('./dispatch.ts')).runCommandLine(argv, root)
}

function versionText(root: string, json: boolean): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  return json ? `${JSON.stringify({ version })}\n` : `${version}\n`
}

/** Columns of the prepared help. */
const HELP_WIDTH = 80

/** The list of commands that the build rendered, so nothing has to be loaded. */
function help(root: string, json: boolean): string {
  const text = readFileSync(join(root, 'dist', 'help.txt'), 'utf8')
  return json ? `${JSON.stringify({ help: text })}\n` : text
}
