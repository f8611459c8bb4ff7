/** Runs git safely: without a shell, without network, and so that no repository setting can start a program. */
import { execFile } from 'node:child_process'
import { KnownError, refusedError, usageError } from '../../errors.ts'
import { valueFor } from '../../grouped.ts'
import { inputTooLarge, limits } from '../../limits/limits.ts'
import { findProgram } from './find-program.ts'

const settings = (...values: readonly string[]): string[] => values.flatMap((value) => ['-c', value])

const SAFE_OPTIONS = [
  ...['--no-pager', '--no-optional-locks'],
  // Without a protocol, git cannot fetch what a partial clone lacks: that would start transports and helpers.
  ...settings(
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'log.showSignature=false',
    'protocol.allow=never',
  ),
]

/** First arguments of a diff. The settings of a submodule are not switched off, so git must not look into it. */
export const SAFE_DIFF = ['diff', '--no-ext-diff', '--no-textconv', '--ignore-submodules', '--no-renames']

/** Settings that have any name in their middle, so that only those of this repository can be switched off. */
const NAMED = '^(filter\\..*\\.(clean|smudge|process|required)|protocol\\..*\\.allow)$'

/** By folder: they are read once, because each call of git takes milliseconds. */
const namedSettings = new Map<string, Promise<string[]>>()

/** Options that switch off all filters and protocols of the settings, with their includes. */
async function namedOptions(cwd: string): Promise<string[]> {
  // git fails if no setting matches.
  const list = await run(cwd, ['config', '--null', '--name-only', '--get-regexp', NAMED], '').catch(() => '')
  const names = [...new Set(list.toString('utf8').split('\0'))].filter((name) => name !== '')
  const odd = names.find((name) => name.includes('='))
  if (odd !== undefined) {
    throw usageError(`Cannot switch off the git setting ${JSON.stringify(odd)}, which may run a program.`, {
      code: 'TOPO_GIT_SETTING',
      hint: 'Rename it, so that its name has no equals sign.',
    })
  }
  const off = (name: string) =>
    name.startsWith('protocol.') ? 'never' : name.endsWith('.required') ? 'false' : ''
  return settings(...names.map((name) => `${name}=${off(name)}`))
}

/**
 * Returns the output of git as bytes.
 * @throws usage error `TOPO_NO_GIT` if git is not installed, `TOPO_GIT_SETTING` if it might run a program; KnownError
 * `TOPO_GIT` (exit 1) if it fails.
 */
export async function git(cwd: string, args: readonly string[], input = ''): Promise<Buffer> {
  const named = await valueFor(namedSettings, cwd, () => namedOptions(cwd))
  return run(cwd, [...named, ...args], input)
}

async function run(cwd: string, args: readonly string[], input: string): Promise<Buffer> {
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
  if (/^fatal: transport .* not allowed/m.test(stderr)) return lacksObjects(cause)
  const [line] = stderr.split('\n').toSorted((a, b) => rank(a) - rank(b))
  return refusedError(`git failed: ${line || cause.message}`, {
    code: 'TOPO_GIT',
    hint: 'Check the revision. "git log" lists the commits.',
    cause,
  })
}

/** Warnings come before the error. */
const rank = (line: string): number => (line.startsWith('fatal: ') ? 0 : 1)

const lacksObjects = (cause: Error): KnownError =>
  refusedError('This partial clone lacks objects of the revision, and topo does not fetch them.', {
    code: 'TOPO_GIT',
    hint: 'Fetch them with "git fetch --refetch --no-filter", or clone without --filter.',
    cause,
  })

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
