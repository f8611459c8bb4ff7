/** Runs git safely: without a shell, without network, and so that no repository setting can start a program. */
import { type ExecFileException, execFile } from 'node:child_process'
import { findProgram } from '../find-program.ts'

const settings = (...values: readonly string[]): string[] =>
  values.flatMap((value) => ['-c', value])

const SAFE_OPTIONS = [
  '--no-pager',
  '--no-optional-locks',
  // Without a protocol, git cannot fetch what a partial clone lacks: that would start transports and helpers.
  ...settings(
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'log.showSignature=false',
    'protocol.allow=never',
  ),
]

/** Options that switch off each of these settings, which have any name in their middle. */
export function switchedOff(names: readonly string[]): string[] {
  const off = (name: string): string => {
    if (name.startsWith('protocol.')) return 'never'
    return name.endsWith('.required') ? 'false' : ''
  }
  return settings(...names.map((name) => `${name}=${off(name)}`))
}

/** How one call of git ended. */
export type GitRun =
  /** git answered; exit code 1 is often a "no". */
  | {
      readonly end: 'exit'
      readonly code: number
      readonly stdout: Buffer
      readonly stderr: string
    }
  | { readonly end: 'missing' }
  | { readonly end: 'too-much' }
  /** git did not start, or was killed. */
  | { readonly end: 'failure'; readonly cause: Error }

/** @param most bytes of its output */
export async function runGit(
  cwd: string,
  args: readonly string[],
  { input = '', most }: { input?: string; most: number },
): Promise<GitRun> {
  const program = await findProgram('git')
  if (program === undefined) return { end: 'missing' }
  return new Promise((resolve) => {
    const options = { cwd, encoding: 'buffer', maxBuffer: most, windowsHide: true } as const
    const child = execFile(program, [...SAFE_OPTIONS, ...args], options, (cause, stdout, stderr) =>
      resolve(endOf(cause, stdout, stderr.toString('utf8'))),
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

/** The exit code that shells give it. */
const KILLED_BY_PIPE = 128 + 13

function endOf(cause: ExecFileException | null, stdout: Buffer, stderr: string): GitRun {
  if (cause === null) return { end: 'exit', code: 0, stdout, stderr }
  const code: unknown = cause.code
  if (typeof code === 'number') return { end: 'exit', code, stdout, stderr }
  // A helper of git ended while git wrote to it; what git said before tells why.
  if (cause.signal === 'SIGPIPE') return { end: 'exit', code: KILLED_BY_PIPE, stdout, stderr }
  if (code === 'ENOENT') return { end: 'missing' }
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return { end: 'too-much' }
  return { end: 'failure', cause }
}
