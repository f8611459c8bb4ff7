/** Repositories that git refuses, each in its own way, and programs named git that do not work. */
import { chmodSync, chownSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { git, repository } from '../../action/step.ts'
import { folder, put, script } from '../topo.ts'

interface Place {
  cwd: string
  env?: Record<string, string>
}

export interface Refusal {
  name: string
  /** Called in a test, which removes it. */
  make: () => Place
  code: string
  exitCode: number
  /** What git says. */
  words: string
  /** What to do. */
  hint: string
}

const files = { 'shop.topology.js': script('shop') }

/** A repository with one script and settings that its git does not accept. */
const configured = (...settings: [string, string][]): string => {
  const cwd = repository(files)
  for (const [name, value] of settings) git(cwd, 'config', name, value)
  return cwd
}

/** The PATH of a machine whose git is this shell script; without a script, of one without git. */
function pathWith(shell?: string): Record<string, string> {
  const bin = folder(shell === undefined ? { keep: '' } : { git: `#!/bin/sh\n${shell}\n` })
  if (shell !== undefined) chmodSync(join(bin, 'git'), 0o755)
  return { PATH: shell === undefined ? bin : `${bin}${delimiter}${process.env.PATH}` }
}

/** A git that prints something to stderr, and fails. */
const sayingGit = (text: string, code = 128) =>
  pathWith(`cat >&2 <<'END'\n${text}\nEND\nexit ${code}`)

function ofAnotherOwner(): Place {
  const cwd = repository(files)
  // Only root may give files away. git itself has a variable that assumes another owner.
  if (process.getuid?.() !== 0) return { cwd, env: { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' } }
  for (const name of ['.', '.git', ...readdirSync(join(cwd, '.git')).map((one) => `.git/${one}`)])
    chownSync(join(cwd, name), 1234, 1234)
  return { cwd }
}

function worktreeWithoutRepository(): string {
  const main = repository(files)
  const cwd = join(folder(), 'worktree')
  git(main, 'worktree', 'add', '--quiet', '--detach', cwd)
  rmSync(main, { recursive: true })
  return cwd
}

function emptyGitFolder(): string {
  const cwd = folder(files)
  put(join(cwd, '.git/keep'), '')
  return cwd
}

const refused = { code: 'TOPO_GIT', exitCode: 1 }

export const refusals: readonly Refusal[] = [
  {
    ...refused,
    name: 'another owner',
    make: ofAnotherOwner,
    words: 'fatal: detected dubious ownership in repository',
    hint: 'git config --global --add safe.directory',
  },
  {
    ...refused,
    name: 'a later format',
    make: () => ({ cwd: configured(['core.repositoryformatversion', '99']) }),
    words: 'fatal: Expected git repo version <= 1, found 99.',
    hint: 'install a newer git',
  },
  {
    ...refused,
    name: 'an unknown extension',
    make: () => ({
      cwd: configured(['core.repositoryformatversion', '1'], ['extensions.tomorrow', 'true']),
    }),
    words: 'fatal: unknown repository extension found: tomorrow.',
    hint: 'install a newer git',
  },
  {
    ...refused,
    name: 'an unknown hash',
    make: () => ({
      cwd: configured(['core.repositoryformatversion', '1'], ['extensions.objectFormat', 'sha999']),
    }),
    words: "error: invalid value for 'extensions.objectformat': 'sha999'",
    hint: 'install a newer git',
  },
  {
    ...refused,
    name: 'a worktree whose repository is gone',
    make: () => ({ cwd: worktreeWithoutRepository() }),
    words: 'fatal: not a git repository: ',
    hint: 'Restore that repository',
  },
  {
    ...refused,
    name: 'an empty .git',
    make: () => ({ cwd: emptyGitFolder() }),
    words: 'fatal: not a git repository (or any',
    hint: 'Check that it is complete',
  },
  {
    ...refused,
    name: 'another language',
    make: () => ({
      cwd: repository(files),
      env: sayingGit(
        "Schwerwiegend: Zweifelhafte Eigentümerschaft im Repository '/x' erkannt\nUm eine Ausnahme hinzuzufügen:\n\n\tgit config --global --add safe.directory /x",
      ),
    }),
    words: 'Schwerwiegend: Zweifelhafte Eigentümerschaft',
    hint: 'run "git config --global --add safe.directory /x"',
  },
  {
    ...refused,
    name: 'a git whose helper ended before it',
    make: () => ({
      cwd: repository(files),
      env: pathWith("echo 'fatal: the helper ended' >&2; kill -PIPE $$"),
    }),
    words: 'fatal: the helper ended.',
    hint: 'Run "git status" in',
  },
  {
    ...refused,
    name: 'a program that only asks for something',
    make: () => ({
      cwd: repository(files),
      env: sayingGit('xcode-select: note: no developer tools were found', 1),
    }),
    words: 'xcode-select: note: no developer tools were found.',
    hint: 'Run "git status" in',
  },
  {
    ...refused,
    name: 'a git that says nothing',
    make: () => ({ cwd: repository(files), env: pathWith('exit 3') }),
    words: 'exit code 3, without a message',
    hint: 'Run "git status" in',
  },
  {
    name: 'no git, but a repository',
    make: () => ({ cwd: repository(files), env: pathWith() }),
    code: 'TOPO_NO_GIT',
    exitCode: 2,
    words: 'git is not installed',
    hint: 'Install git',
  },
]

/** Folders that are in no repository, with and without git. */
export const absences: readonly Refusal[] = [
  {
    name: 'no repository',
    make: () => ({ cwd: folder({ 'topo.config.json': '{}', ...files }) }),
    code: 'TOPO_NO_GIT',
    exitCode: 2,
    words: 'is not in a git repository',
    hint: 'Run topo inside a clone',
  },
  {
    name: 'neither git nor a repository',
    make: () => ({ cwd: folder({ 'topo.config.json': '{}', ...files }), env: pathWith() }),
    code: 'TOPO_NO_GIT',
    exitCode: 2,
    words: 'is not in a git repository, and git is not installed',
    hint: 'Install git',
  },
]
