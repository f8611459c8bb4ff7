/** Lists scripts that git's history deleted or renamed, for a push that does not know which commit was pushed last. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { atVersions, type Version } from '../../files/git/extract-revision.ts'
import { type Repository, SAFE_DIFF } from '../../files/git/git.ts'
import { realPathOf } from '../../files/path-containment.ts'
import { projectPath } from '../../files/root.ts'
import type { Project } from '../../project/config/project.ts'
import { type LocalScript, loadOptionsOf, loadScript } from '../../project/script/load.ts'
import { findScripts } from '../../project/select/find-scripts.ts'
import { joined } from '../../text/words.ts'

export interface DeletedScripts {
  /** Their last versions, without what they import. */
  scripts: LocalScript[]
  /** Old path → path of the file that is there now, for those that were renamed. */
  successors: Map<string, string>
}

/** A job that failed longer ago has been noticed, and each commit costs a comparison. */
const MOST_DAYS = 60
const MOST_COMMITS = 200
const DAY = 24 * 3600 * 1000

/** @param now milliseconds since 1970 */
export async function deletedScripts(
  repository: Repository,
  project: Project,
  now: number,
): Promise<DeletedScripts> {
  const deletions = await deletionsOf(repository, project.root, now)
  const isGone = ({ path }: Deletion) => !existsSync(join(project.root, path))
  // To ignore a script must not delete it.
  const gone = await project.ignored.filter(deletions.filter(isGone), ({ path }) => path)
  if (gone.length === 0) return { scripts: [], successors: new Map() }

  const versions = gone.map(({ commit, path }): Version => ({ commit: `${commit}^`, path }))
  const scripts = await atVersions({ repository, root: project.root, versions }, async (root) => {
    const { include, exclude } = project.config
    const files = await findScripts({ root, cwd: root, include, exclude, allowEmpty: true })
    return Promise.all(files.map((file) => loadScript(file, { ...loadOptionsOf(project), root })))
  })
  return { scripts, successors: successorsOf(gone, project.root) }
}

interface Deletion {
  /** Deleted the file. */
  commit: string
  /** Relative to the root. */
  path: string
  /** The new path of a renamed file. */
  now: string | undefined
}

/** Newest first, each path once. On the first parents: a merge deletes what its branch deleted. */
async function deletionsOf(repository: Repository, root: string, now: number): Promise<Deletion[]> {
  const [, ...safe] = SAFE_DIFF
  const since = new Date(now - MOST_DAYS * DAY).toISOString()
  const listed = await repository.output([
    '--literal-pathspecs',
    'log',
    ...safe,
    '--first-parent',
    '-m',
    '-M',
    '-l1000',
    '--diff-filter=DR',
    '--name-status',
    '-z',
    '--format=%x01%H',
    `--max-count=${MOST_COMMITS}`,
    `--since=${since}`,
    'HEAD',
    '--',
    realPathOf(root),
  ])
  const deletions = new Map<string, Deletion>()
  const inProject = (name: string) => projectPath(realPathOf(root), join(repository.top, name))
  for (const { commit, from, to } of parseLog(listed.toString('utf8'))) {
    const path = inProject(from)
    const isScript = /(?<!\.d)\.[jt]s$/.test(path) && !path.startsWith('../')
    if (isScript && !deletions.has(path))
      deletions.set(path, { commit, path, now: to === undefined ? undefined : inProject(to) })
  }
  return [...deletions.values()]
}

/** `\x01` and the commit, then a status and one or two names each, all ended by a zero byte. */
function* parseLog(
  text: string,
): Generator<{ commit: string; from: string; to: string | undefined }> {
  // A line feed separates a commit from its names.
  const words = text.split('\0')[Symbol.iterator]()
  const next = (): string => words.next().value ?? ''
  let commit = ''
  for (let word of words) {
    word = word.replace(/^\n/, '')
    if (word.startsWith('\x01')) commit = word.slice(1)
    else if (word === 'D') yield { commit, from: next(), to: undefined }
    else if (word.startsWith('R')) yield { commit, from: next(), to: next() }
  }
}

/** A file may have been renamed several times. */
function successorsOf(gone: readonly Deletion[], root: string): Map<string, string> {
  const next = new Map(gone.map(({ path, now }) => [path, now]))
  const successors = new Map<string, string>()
  for (const { path } of gone) {
    let last = next.get(path)
    for (let steps = 0; last !== undefined && next.has(last) && steps < gone.length; steps++)
      last = next.get(last)
    if (last !== undefined && existsSync(join(root, last))) successors.set(path, last)
  }
  return successors
}

/**
 * Paths whose folder is a submodule or a link in HEAD. The checkout may lack what these lead to, so git does not know if
 * the files are gone.
 */
export async function pathsElsewhere(
  repository: Repository,
  root: string,
  paths: readonly string[],
): Promise<Set<string>> {
  const below = projectPath(realPathOf(repository.top), realPathOf(root))
  const inRepository = (path: string) => joined('/', below, path)
  const folders = new Set(paths.flatMap((path) => foldersAbove(inRepository(path))))
  if (folders.size === 0) return new Set()
  const listed = await repository.output(['ls-tree', '-z', 'HEAD', '--', ...folders])
  const doors = listed
    .toString('utf8')
    .split('\0')
    .flatMap((line) => /^(?:160000|120000) \w+ \w+\t(.*)$/s.exec(line)?.[1] ?? [])
  const isElsewhere = (place: string) => doors.some((door) => place.startsWith(`${door}/`))
  return new Set(paths.filter((path) => isElsewhere(inRepository(path))))
}

/** `a/b/c.js` → `a`, `a/b`. */
function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}
