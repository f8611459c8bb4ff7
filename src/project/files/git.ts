/** Runs git safely: without a shell, and so that no repository setting can start a program. */
import { execFile } from 'node:child_process'
import { ExitCode, KnownError, usageError } from '../../errors.ts'
import { inputTooLarge, limits } from '../../limits/limits.ts'
import { findProgram } from './find-program.ts'

const SAFE_OPTIONS = [
  '--no-pager',
  '--no-optional-locks',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'log.showSignature=false',
]

/**
 * Returns the output of git as bytes.
 * @throws usage error `TOPO_NO_GIT` if git is not installed; KnownError `TOPO_GIT` (exit 1) if it fails.
 */
export async function git(cwd: string, args: readonly string[], input = ''): Promise<Buffer> {
  const program = await findProgram('git')
  if (program === undefined) throw notInstalled()
  return new Promise((resolve, reject) => {
    const options = { cwd, encoding: 'buffer', maxBuffer: limits.git.most, windowsHide: true } as const
    const child = execFile(program, [...SAFE_OPTIONS, ...args], options, (cause, stdout, stderr) => {
      if (cause === null) resolve(stdout)
      else reject(gitError(cause, stderr.toString('utf8').trim()))
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

function gitError(cause: Error & { code?: unknown }, stderr: string): KnownError {
  if (cause.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return inputTooLarge('git', 'The output of git')
  if (cause.code === 'ENOENT') return notInstalled(cause)
  return new KnownError(`git failed: ${stderr.split('\n')[0] || cause.message}`, {
    code: 'TOPO_GIT',
    exitCode: ExitCode.refused,
    hint: 'Check the revision. "git log" lists the commits.',
    cause,
  })
}

const notInstalled = (cause?: Error): KnownError =>
  usageError('git is not installed.', { code: 'TOPO_NO_GIT', hint: 'Install git, or name the files.', cause })

/**
 * Returns the output of git as text, or undefined if git fails.
 * @throws usage error `TOPO_NO_GIT` if git is not installed.
 */
export async function tryGit(cwd: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return (await git(cwd, args)).toString('utf8').replace(/\r?\n$/, '')
  } catch (error) {
    if (error instanceof KnownError && error.code === 'TOPO_GIT') return undefined
    throw error
  }
}

/**
 * Returns the top folder of the repository that contains a folder.
 * @throws usage error `TOPO_NO_GIT` if the folder is not in a repository.
 */
export async function repositoryOf(folder: string): Promise<string> {
  const top = await tryGit(folder, ['rev-parse', '--show-toplevel'])
  if (top !== undefined) return top
  throw usageError(`${folder} is not in a git repository.`, {
    code: 'TOPO_NO_GIT',
    hint: 'Run topo inside a clone, or name the files.',
  })
}

/** Resolves a name to a commit, or undefined; a name is never read as an option. */
export async function commitOf(folder: string, name: string): Promise<string | undefined> {
  return tryGit(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])
}

export const unknownRevision = (name: string): KnownError =>
  usageError(`Unknown git revision ${JSON.stringify(name)}.`, {
    code: 'TOPO_UNKNOWN_REVISION',
    hint: 'Give a branch, a tag or a commit, such as HEAD~1. In CI, fetch it first: a shallow clone has only the last commit.',
  })
