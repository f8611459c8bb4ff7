/** Finds versions of a script in the history of git, with header, readme and imports. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { atRevision } from '../../files/git/extract-revision.ts'
import type { Repository } from '../../files/git/git.ts'
import { realPathOf } from '../../files/path-containment.ts'
import { CONFIG_FILE, projectPath } from '../../files/root.ts'
import { type Config, readConfig } from '../../project/config/config.ts'
import { type LocalScript, loadScript } from '../../project/script/load.ts'
import { fileSlugOf } from '../../project/script/metadata.ts'
import { sourceFilesOf } from '../../project/select/changed-scripts.ts'

export interface VersionSearch {
  repository: Repository
  /** Absolute path of the project. */
  root: string
  /** Path of the script, relative to the root. */
  path: string
  slug: string
  /** Selects the commits, as arguments of `git log`. */
  commits: readonly string[]
  /** Only so many commits that changed the script, newest first. */
  most: number
  /** A push of the same commit may have published with these defaults before those of the project. */
  defaults?: Config['defaults']
}

/**
 * True if a version of the script in the commits is meant.
 * @throws KnownError `TOPO_GIT` if git cannot read them.
 */
export async function hasVersion(
  search: VersionSearch,
  isMeant: (version: LocalScript) => boolean,
): Promise<boolean> {
  const { repository, root, commits, most } = search
  const file = path.join(root, search.path)
  const parts = existsSync(file) ? await sourceFilesOf(await loadScript(file, { root })) : [file]
  const files = [...parts, path.join(root, CONFIG_FILE)]
  const log = ['log', '--format=%H', `--max-count=${most}`, ...commits, '--', ...files]
  const ids = (await repository.output(['--literal-pathspecs', ...log]))
    .toString('utf8')
    .split('\n')
  for (const commit of ids.filter((line) => line !== '')) {
    if ((await versionsAt(commit, search)).some(isMeant)) return true
  }
  return false
}

/** Earlier paths of a file that was moved, relative to the root. */
export async function formerPaths({
  repository,
  root,
  path: current,
  head,
}: Pick<VersionSearch, 'repository' | 'root' | 'path'> & { head: string }): Promise<string[]> {
  const file = path.join(root, current)
  const log = [
    'log',
    '--follow',
    '--no-ext-diff',
    '--no-textconv',
    '--format=',
    '--name-only',
    '-z',
  ]
  const listed = await repository.output(['--literal-pathspecs', ...log, head, '--', file])
  // An empty format leaves a line feed before the first name of each commit.
  const names = listed
    .toString('utf8')
    .split('\0')
    .map((name) => name.replace(/^\n+/, ''))
  const top = realPathOf(repository.top)
  const realRoot = realPathOf(root)
  return [...new Set(names)]
    .filter((name) => name !== '')
    .map((name) => projectPath(realRoot, path.join(top, name)))
    .filter((name) => name !== current && !name.startsWith('../'))
}

/** One version for each settings that can have been used; none if the commit lacks the script. */
async function versionsAt(commit: string, search: VersionSearch): Promise<LocalScript[]> {
  const { repository, root, path: script, slug } = search
  const readmes = [fileSlugOf(script), slug].map((name) =>
    path.posix.join(path.posix.dirname(script), `${name}.md`),
  )
  const alone = { repository, commit, root, paths: [script, CONFIG_FILE, ...readmes] }
  const load = (checkout: string) => loadVersions(checkout, search)
  const versions = await atRevision(alone, load)
  const needsMore = versions.some(
    ({ text, metadata }) => /\bimport\b/.test(text) || metadata.readme !== undefined,
  )
  return needsMore ? atRevision({ repository, commit, root }, load) : versions
}

async function loadVersions(checkout: string, search: VersionSearch): Promise<LocalScript[]> {
  const file = path.join(checkout, search.path)
  if (!existsSync(file)) return []
  // Nobody can have published with invalid settings.
  const { defaults } = await readConfig(checkout).catch(() => ({ defaults: undefined }))
  const versions = [await loadScript(file, { root: checkout, defaults })]
  if (search.defaults !== undefined)
    versions.push(
      await loadScript(file, { root: checkout, defaults: { ...defaults, ...search.defaults } }),
    )
  return versions
}
