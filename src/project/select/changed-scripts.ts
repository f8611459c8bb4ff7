/** Finds what changed since a git commit: scripts, with their readmes and imports, and files that were added or deleted. */
import path from 'node:path'
import { type Repository, requireRepository, SAFE_DIFF } from '../files/git.ts'
import { realPathOf } from '../files/path-containment.ts'
import { CONFIG_FILE, projectPath } from '../files/root.ts'
import { importedFiles } from '../script/import-graph.ts'
import type { LocalScript } from '../script/load.ts'

/**
 * Compares the working folder, committed or not, with the merge base of HEAD and `since`. The default for `since` is
 * the upstream, and without an upstream the last commit. Untracked files count as changed. If the settings of the
 * project changed, all scripts count as changed.
 *
 * @param exactly compares with `since` itself
 * @throws usage error `TOPO_UNKNOWN_REVISION` for an unknown commit, and as `requireRepository`.
 */
export async function changedScripts(
  scripts: readonly LocalScript[],
  root: string,
  since?: string,
  exactly?: 'exactly',
): Promise<LocalScript[]> {
  const changed = await changedFiles(root, since, exactly)
  const realRoot = realPathOf(root)
  if (changed.has(path.join(realRoot, CONFIG_FILE))) return [...scripts]
  const touched = await Promise.all(
    scripts.map(async (script) => {
      const files = await sourceFilesOf(script)
      // A link changes with its target, and if it leads to another.
      const link = path.join(realRoot, path.relative(root, script.file))
      return [link, ...files.map(realPathOf)].some((file) => changed.has(file))
    }),
  )
  return scripts.filter((_, index) => touched[index])
}

/** Absolute paths of a script's files: the script, its readme, its imports. */
export async function sourceFilesOf({
  root,
  file,
  text,
  readmeFile,
}: LocalScript): Promise<string[]> {
  // Even if the bundle fails, perhaps due to the change, the text lists its imports.
  const imported = /\bimport\b/.test(text) ? await importedFiles(root, file, text) : []
  return [file, readmeFile, ...imported.map(({ path: name }) => path.join(root, name))]
}

/** Absolute real paths, including deleted files. */
async function changedFiles(
  root: string,
  since?: string,
  exactly?: 'exactly',
): Promise<Set<string>> {
  const repository = await requireRepository(root)
  const base = exactly ? since : await baseOf(repository, since)
  const differing = base
    ? [...SAFE_DIFF, '--name-only', '-z', base, '--']
    : ['ls-files', '-z', '--cached']
  const lists = await Promise.all([
    repository.output(differing),
    repository.output(['ls-files', '-z', '--others', '--exclude-standard']),
  ])
  const names = lists.flatMap((list) =>
    list
      .toString('utf8')
      .split('\0')
      .filter((name) => name !== ''),
  )
  const top = realPathOf(repository.top)
  return new Set(names.map((name) => path.join(top, name)))
}

/** Undefined without any commit. */
async function baseOf(
  repository: Repository,
  since: string | undefined,
): Promise<string | undefined> {
  const head = await repository.head()
  const from =
    since === undefined
      ? await repository.commit('@{upstream}')
      : await repository.requireCommit(since)
  if (head === undefined || from === undefined) return from ?? head
  return (await repository.mergeBase(head, from)) ?? from
}

/** Paths relative to the root, with `/`; only files named `*.topology.js` or `.ts`. */
export const deletedSince = (commit: string, root: string): Promise<string[]> =>
  filesSince('D', commit, root)
export const addedSince = (commit: string, root: string): Promise<string[]> =>
  filesSince('A', commit, root)
/** May list more: files in which a line with `slug` changed. */
export const withOtherSlugSince = (commit: string, root: string): Promise<string[]> =>
  filesSince('M', commit, root, '-Gslug')

async function filesSince(
  kind: 'A' | 'D' | 'M',
  commit: string,
  root: string,
  ...more: string[]
): Promise<string[]> {
  const repository = await requireRepository(root)
  const below = realPathOf(root)
  const asked = [
    ...SAFE_DIFF,
    '--name-only',
    '-z',
    `--diff-filter=${kind}`,
    ...more,
    commit,
    '--',
    below,
  ]
  return (await repository.output(asked))
    .toString('utf8')
    .split('\0')
    .filter((name) => /\.topology\.[jt]s$/.test(path.basename(name)))
    .map((name) => projectPath(below, path.join(repository.top, name)))
}
