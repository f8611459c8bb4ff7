/** Which scripts have changed against a commit of git: themselves, or a file that they are made of. */
import path from 'node:path'
import { commitOf, git, repositoryOf, tryGit, unknownRevision } from '../files/git.ts'
import { realPathOf } from '../files/path-containment.ts'
import { CONFIG_FILE } from '../files/root.ts'
import { importedFiles } from '../script/import-graph.ts'
import type { LocalScript } from '../script/load.ts'

/**
 * Those that differ in the working folder, committed or not, from where this branch left `since`; without it from
 * where it left its upstream, and without an upstream from the last commit. Files that git does not know yet
 * have changed too, and with the settings of the project all of its scripts.
 *
 * @throws usage error `TOPO_NO_GIT` outside of git's reach, `TOPO_UNKNOWN_REVISION` where git knows no such commit.
 */
export async function changedScripts(
  scripts: readonly LocalScript[],
  root: string,
  since?: string,
): Promise<LocalScript[]> {
  const changed = await changedFiles(root, since)
  const realRoot = realPathOf(root)
  if (changed.has(path.join(realRoot, CONFIG_FILE))) return [...scripts]
  const touched = await Promise.all(
    scripts.map(async (script) => {
      const files = await filesOf(script)
      return files.map(realPathOf).some((file) => changed.has(file))
    }),
  )
  return scripts.filter((_, index) => touched[index])
}

/** What a script is made of, as absolute paths: itself, its readme, what it imports. */
export async function filesOf({ root, file, text, readmeFile }: LocalScript): Promise<string[]> {
  // A script that cannot be bundled, perhaps because of what has changed, still says what it imports.
  const imported = /\bimport\b/.test(text) ? await importedFiles(root, file, text) : []
  return [file, readmeFile, ...imported.map(({ path: name }) => path.join(root, name))]
}

/** Absolute paths with all links followed; of files that are gone as well. */
async function changedFiles(root: string, since: string | undefined): Promise<Set<string>> {
  const repository = realPathOf(await repositoryOf(root))
  const base = await baseOf(repository, since)
  const differing = base
    ? ['diff', '--name-only', '-z', '--no-ext-diff', '--no-renames', base, '--']
    : ['ls-files', '-z', '--cached']
  const lists = await Promise.all([
    git(repository, differing),
    git(repository, ['ls-files', '-z', '--others', '--exclude-standard']),
  ])
  const names = lists.flatMap((list) =>
    list
      .toString('utf8')
      .split('\0')
      .filter((name) => name !== ''),
  )
  return new Set(names.map((name) => path.join(repository, name)))
}

/** Undefined where there is no commit yet. */
async function baseOf(repository: string, since: string | undefined): Promise<string | undefined> {
  const commit = (name: string) => commitOf(repository, name)
  const head = await commit('HEAD')
  const from = since === undefined ? await commit('@{upstream}') : await commit(since)
  if (since !== undefined && from === undefined) throw unknownRevision(since)
  if (head === undefined || from === undefined) return from ?? head
  // In a shallow clone nobody knows where they parted.
  return (await tryGit(repository, ['merge-base', head, from])) ?? from
}
