/** Lists the files of a project that were added, deleted or renamed since a git commit. */
import path from 'node:path'
import { type Repository, SAFE_DIFF } from '../../files/git/git.ts'
import { realPathOf } from '../../files/path-containment.ts'
import { projectPath } from '../../files/root.ts'

/** Only files named `*.topology.js` or `.ts`: a project may include others. */
const SCRIPT_NAME = /\.topology\.[jt]s$/
/** All files that a project may include. */
export const ANY_SCRIPT_NAME = /(?<!\.d)\.[jt]s$/

/** The commit that the files of a project are compared with. */
export interface ComparedCommit {
  readonly repository: Repository
  /** Absolute path of the project. */
  readonly root: string
  readonly commit: string
}

/** Paths relative to the root, with `/`. */
export const deletedSince = (base: ComparedCommit, name = SCRIPT_NAME): Promise<string[]> =>
  filesSince(['--diff-filter=D'], base, name)
export const addedSince = (base: ComparedCommit, name = SCRIPT_NAME): Promise<string[]> =>
  filesSince(['--diff-filter=A'], base, name)
/** May list more: files in which a line with `slug` changed. */
export const withOtherSlugSince = (base: ComparedCommit, name = SCRIPT_NAME): Promise<string[]> =>
  filesSince(['--diff-filter=M', '-Gslug'], base, name)

/**
 * Above this number of files, git compares the whole project: the arguments of a program are
 * limited.
 */
const MOST_PATHS = 500

/**
 * New path → old path of files that git takes for renamed: half of their bytes are the same.
 * @param paths deleted and new files; git compares no others
 */
export async function renamesSince(
  { repository, root, commit }: ComparedCommit,
  paths: readonly string[],
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map()
  const below = realPathOf(root)
  const areMany = paths.length > MOST_PATHS
  const places = areMany ? [below] : paths.map((name) => path.join(below, name))
  const asked = [
    '--literal-pathspecs',
    ...SAFE_DIFF,
    '-M',
    '-l1000',
    '--diff-filter=R',
    '--name-status',
    '-z',
  ]
  const words = await gitNames(repository, [...asked, commit, '--', ...places])
  const inProject = (name = '') => projectPath(below, path.join(repository.top, name))
  const renames = new Map<string, string>()
  for (let at = 0; at + 2 < words.length; at += 3)
    renames.set(inProject(words[at + 2]), inProject(words[at + 1]))
  return renames
}

async function filesSince(
  which: readonly string[],
  { repository, root, commit }: ComparedCommit,
  name: RegExp,
): Promise<string[]> {
  const below = realPathOf(root)
  const asked = [
    '--literal-pathspecs',
    ...SAFE_DIFF,
    '--name-only',
    '-z',
    ...which,
    commit,
    '--',
    below,
  ]
  const names = await gitNames(repository, asked)
  return names
    .filter((one) => name.test(path.basename(one)))
    .map((one) => projectPath(below, path.join(repository.top, one)))
}

/** The names that git lists with `-z`. */
export async function gitNames(repository: Repository, args: readonly string[]): Promise<string[]> {
  const listed = await repository.output(args)
  return listed
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '')
}
