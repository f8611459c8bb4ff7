/**
 * Reads the git repository of a folder: known, absent or unusable. A caller handles all three, because the only way to a
 * `Repository` is through a `RepositoryReading`.
 */
import { type KnownError, refusedError, usageError } from '../../errors.ts'
import { inputTooLarge, limits } from '../../limits/limits.ts'
import { findRepository } from '../root.ts'
import { type GitRun, runGit, switchedOff } from './git-process.ts'
import { failedCall, refusedRepository, saysNoRepository } from './git-words.ts'

export type RepositoryReading =
  | { readonly state: 'known'; readonly repository: Repository }
  /** The folder is in no repository. */
  | { readonly state: 'absent'; readonly error: KnownError }
  /** There is a repository, but git is missing, or refuses to read it. */
  | { readonly state: 'unusable'; readonly error: KnownError }

export async function readRepository(folder: string): Promise<RepositoryReading> {
  const run = await runGit(folder, ['rev-parse', '--show-toplevel'], limit)
  if (run.end === 'exit' && run.code === 0)
    return { state: 'known', repository: new Repository(textOf(run.stdout)) }
  const hasRepository = findRepository(folder) !== undefined
  if (run.end === 'missing') {
    if (hasRepository) return { state: 'unusable', error: notInstalled() }
    return { state: 'absent', error: neitherGitNorRepository(folder) }
  }
  if (run.end !== 'exit') return { state: 'unusable', error: errorOf(run) }
  if (hasRepository || !saysNoRepository(run.stderr))
    return { state: 'unusable', error: refusedRepository(folder, run.stderr, run.code) }
  return { state: 'absent', error: notInRepository(folder) }
}

/**
 * For what cannot go on without a repository.
 * @throws usage error `TOPO_NO_GIT` if the folder is in none, or git is missing; KnownError `TOPO_GIT` if git refuses it.
 */
export const requireRepository = (folder: string): Promise<Repository> =>
  new RepositoryOfFolder(folder).require()

/** The repository of a folder, read when it is first wanted, and once: for one plan, because it may change later. */
export class RepositoryOfFolder {
  readonly #folder: string
  #reading: Promise<RepositoryReading> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  read(): Promise<RepositoryReading> {
    this.#reading ??= readRepository(this.#folder)
    return this.#reading
  }

  /** @throws as `requireRepository` */
  async require(): Promise<Repository> {
    const reading = await this.read()
    if (reading.state !== 'known') throw reading.error
    return reading.repository
  }

  /**
   * For what goes on where there is no repository; undefined there.
   * @throws usage error `TOPO_NO_GIT` if there is one, but no git; KnownError `TOPO_GIT` if git refuses it.
   */
  async ifAny(): Promise<Repository | undefined> {
    const reading = await this.read()
    if (reading.state === 'unusable') throw reading.error
    return reading.state === 'known' ? reading.repository : undefined
  }
}

const NAME_COMMIT = 'Give a branch, a tag or a commit, such as HEAD~1. In CI, fetch it first.'
const FETCH_FIRST =
  'This clone is shallow. Run "git fetch --unshallow", or clone with fetch-depth: 0 (GitHub) or GIT_DEPTH: 0 (GitLab).'

/**
 * The version of git, such as "git version 2.39.5".
 * @throws as `requireRepository`
 */
export async function gitVersion(folder: string): Promise<string> {
  const run = await runGit(folder, ['version'], limit)
  if (run.end === 'exit' && run.code === 0) return textOf(run.stdout)
  throw errorOf(run)
}

const limit = { most: limits.git.most }

/** First arguments of a diff. The settings of a submodule are not switched off, so git must not look into it. */
export const SAFE_DIFF = [
  'diff',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules',
  '--no-renames',
]

/** Settings that have any name in their middle, so that only those of this repository can be switched off. */
const NAMED = '^(filter\\..*\\.(clean|smudge|process|required)|protocol\\..*\\.allow)$'

/** A repository that git reads. All paths that it prints are relative to its top folder, where git runs. */
export class Repository {
  /** Absolute, with links resolved. */
  readonly top: string
  #safe: Promise<string[]> | undefined

  constructor(top: string) {
    this.top = top
  }

  /**
   * The output of git as bytes.
   * @throws KnownError `TOPO_GIT` (exit 1) if git fails, usage error `TOPO_GIT` if it might run a program.
   */
  async output(args: readonly string[], input = ''): Promise<Buffer> {
    const run = await this.#run(args, input)
    if (run.end === 'exit' && run.code === 0) return run.stdout
    throw errorOf(run)
  }

  /**
   * The output of git as text; undefined if git answers "no", which is exit code 1.
   * @param noes other exit codes that mean "no"
   * @throws as `output`
   */
  async answer(
    args: readonly string[],
    noes: readonly number[] = [1],
  ): Promise<string | undefined> {
    const run = await this.#run(args, '')
    if (run.end === 'exit' && run.code === 0) return textOf(run.stdout)
    if (run.end === 'exit' && noes.includes(run.code)) return undefined
    throw errorOf(run)
  }

  /** Resolves a name to a commit, or undefined; a name is never read as an option. */
  commit(name: string): Promise<string | undefined> {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]
    // 128 for a branch without an upstream, and the like.
    return this.answer(args, [1, 128])
  }

  /** @throws usage error `TOPO_UNKNOWN_REVISION` */
  async requireCommit(name: string): Promise<string> {
    const commit = await (name === 'HEAD' ? this.head() : this.commit(name))
    if (commit !== undefined) return commit
    throw usageError(`Unknown git revision ${JSON.stringify(name)}.`, {
      code: 'TOPO_UNKNOWN_REVISION',
      hint: (await this.isShallow()) ? FETCH_FIRST : NAME_COMMIT,
    })
  }

  /**
   * The commit that is checked out; undefined before the first commit.
   * @throws KnownError `TOPO_GIT` if the repository lacks it.
   */
  async head(): Promise<string | undefined> {
    const commit = await this.commit('HEAD')
    if (commit !== undefined) return commit
    const id = await this.answer(['rev-parse', '--verify', '--quiet', 'HEAD'])
    if (id === undefined) return undefined
    throw refusedError(`The repository ${this.top} lacks the commit that is checked out, ${id}.`, {
      code: 'TOPO_GIT',
      hint: 'It is damaged: "git fsck" says more. Clone again.',
    })
  }

  /** Undefined if they have none, or a shallow clone lacks it. */
  mergeBase(one: string, other: string): Promise<string | undefined> {
    return this.answer(['merge-base', one, other])
  }

  /** True if the clone lacks older history. */
  async isShallow(): Promise<boolean> {
    return (await this.answer(['rev-parse', '--is-shallow-repository'])) === 'true'
  }

  async #run(args: readonly string[], input: string): Promise<GitRun> {
    this.#safe ??= namedOptions(this.top)
    return runGit(this.top, [...(await this.#safe), ...args], { input, ...limit })
  }
}

/** Options that switch off all filters and protocols of the settings, with their includes. */
async function namedOptions(top: string): Promise<string[]> {
  const run = await runGit(top, ['config', '--null', '--name-only', '--get-regexp', NAMED], limit)
  const isAnswer = run.end === 'exit' && (run.code === 0 || run.code === 1)
  if (!isAnswer) throw errorOf(run)
  const listed = new Set(run.stdout.toString('utf8').split('\0'))
  const names = [...listed].filter((name) => name !== '')
  const odd = names.find((name) => name.includes('='))
  if (odd === undefined) return switchedOff(names)
  throw usageError(
    `Cannot switch off the git setting ${JSON.stringify(odd)}, which may run a program.`,
    {
      code: 'TOPO_GIT',
      hint: 'Rename it, so that its name has no equals sign; "git config --list --show-origin" shows its file.',
    },
  )
}

const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/\r?\n$/, '')

function errorOf(run: GitRun): KnownError {
  switch (run.end) {
    case 'missing':
      return notInstalled()
    case 'too-much':
      return inputTooLarge('git', 'The output of git')
    case 'failure':
      return refusedError(`git did not run: ${run.cause.message}.`, {
        code: 'TOPO_GIT',
        hint: 'Check that "git --version" works here.',
        cause: run.cause,
      })
    case 'exit':
      return failedCall(run.stderr, run.code)
  }
}

const notInstalled = (): KnownError =>
  usageError('git is not installed, or not in the PATH.', {
    code: 'TOPO_NO_GIT',
    hint: 'Install git. Without it, topo cannot see the history of the repository.',
  })

const notInRepository = (folder: string): KnownError =>
  usageError(`${folder} is not in a git repository.`, {
    code: 'TOPO_NO_GIT',
    hint: 'Run topo inside a clone, or name the files.',
  })

const neitherGitNorRepository = (folder: string): KnownError =>
  usageError(`${folder} is not in a git repository, and git is not installed.`, {
    code: 'TOPO_NO_GIT',
    hint: 'Install git, and clone again: a checkout without git has no history.',
  })
