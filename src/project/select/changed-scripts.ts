/** Finds the scripts that changed since a git commit, with their readmes and imports. */
import { existsSync, lstatSync } from 'node:fs'
import path from 'node:path'
import { type Repository, requireRepository, SAFE_DIFF } from '../../files/git/git.ts'
import { isBelow, realPathOf } from '../../files/path-containment.ts'
import { CONFIG_FILE } from '../../files/root.ts'
import { once, valueFor } from '../../grouped.ts'
import { IGNORE_FILE } from '../config/ignore-rules.ts'
import { iconSetsIn, installedSets } from '../icons/named-sets.ts'
import { importedFiles } from '../script/bundle/import-graph.ts'
import { fewAtATime } from '../script/few-at-a-time.ts'
import type { LocalScript } from '../script/load.ts'
import { fileSlugOf } from '../script/metadata.ts'
import { gitNames } from './files-since.ts'

export interface ChangedScripts {
  /** They differ for git, or something does that decides about them. */
  changed: LocalScript[]
  /** git does not know one of their files: it ignores it, or the file is in another repository. */
  unknown: LocalScript[]
  /** Absolute real paths of all files that differ, in the whole repository. */
  files: ReadonlySet<string>
}

/** Scripts whose imports are read at a time. */
const COMPARED_AT_ONCE = 16

/**
 * Compares the working folder, committed or not, with the merge base of HEAD and `since`. The default for `since` is
 * the upstream, and without an upstream the last commit. Untracked files count as changed. If settings or ignore rules
 * changed, all scripts below them count as changed.
 *
 * @throws usage error `TOPO_UNKNOWN_REVISION` for an unknown commit, and as `requireRepository`.
 */
export async function changedScripts(
  scripts: readonly LocalScript[],
  root: string,
  since?: string,
): Promise<ChangedScripts> {
  const changes = await WorkingTree.read(root, since)
  const verdicts = await fewAtATime(scripts, COMPARED_AT_ONCE, (script) =>
    changes.verdictOn(script),
  )
  const changed = new Set(scripts.filter((_, index) => verdicts[index] === 'changed'))
  // Who takes the slug of another script changes what is found in that one.
  const slugs = new Set([...changed].map(({ slug }) => slug.toLowerCase()))
  for (const script of scripts) if (slugs.has(script.slug.toLowerCase())) changed.add(script)
  return {
    changed: scripts.filter((script) => changed.has(script)),
    unknown: scripts.filter(
      (script, index) => verdicts[index] === 'unknown' && !changed.has(script),
    ),
    files: changes.files,
  }
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

/** `unknown` weighs more than `same`, and `changed` more than both. */
type Verdict = 'changed' | 'unknown' | 'same'

/** Files that say which packages are installed, and with them which icons. */
const MANIFESTS = [
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
]

/** Compares the files of a project with a commit, as far as git knows them. */
class WorkingTree {
  /** Real path of the project. */
  readonly #root: string
  /** Real path of the repository. */
  readonly #top: string
  /** Absolute real paths, including deleted files. */
  readonly files: ReadonlySet<string>
  /** Absolute real paths of files that git compares. */
  readonly #tracked: ReadonlySet<string>
  readonly #folders = new Map<string, Verdict>()
  readonly #hasChangedLink = once(() => [...this.files].some(isLink))

  private constructor(
    root: string,
    top: string,
    lists: Record<'changed' | 'tracked', Set<string>>,
  ) {
    this.#root = root
    this.#top = top
    this.files = lists.changed
    this.#tracked = lists.tracked
  }

  static async read(root: string, since?: string): Promise<WorkingTree> {
    const repository = await requireRepository(root)
    const base = await baseOf(repository, since)
    const differing = base
      ? [...SAFE_DIFF, '--name-only', '-z', base, '--']
      : ['ls-files', '-z', '--cached']
    const [changed, untracked, listed] = await Promise.all([
      gitNames(repository, differing),
      gitNames(repository, ['ls-files', '-z', '--others', '--exclude-standard']),
      gitNames(repository, ['ls-files', '-z', '-v', '--cached']),
    ])
    const top = realPathOf(repository.top)
    const absolute = (names: readonly string[]) =>
      new Set(names.map((name) => path.join(top, name)))
    const tracked = absolute(listed.flatMap(comparedName))
    return new WorkingTree(realPathOf(root), top, {
      changed: absolute([...changed, ...untracked]),
      tracked,
    })
  }

  async verdictOn(script: LocalScript): Promise<Verdict> {
    const { file, slug, readmeFile, root, text } = script
    const folder = path.dirname(file)
    const readmes = [fileSlugOf(file), slug].map((name) => path.join(folder, `${name}.md`))
    const named = [file, readmeFile, ...readmes].map((one) =>
      path.join(this.#root, path.relative(root, one)),
    )
    const imported = /\bimport\b/.test(text) ? await importedFiles(root, file, text) : []
    return worst([
      this.#folderVerdict(path.join(this.#root, path.relative(root, folder))),
      ...named.map((one) => this.#fileVerdict(one)),
      ...imported.map((one) => this.#importVerdict(path.join(this.#root, one.path))),
      await this.#iconVerdict(script),
    ])
  }

  /** A link changes with its target, and if it leads to another; so does a link to its folder. */
  #fileVerdict(file: string): Verdict {
    const real = realPathOf(file)
    const isChanged = (location: string) => this.files.has(location)
    if (isChanged(real) || this.#foldersOf(file).some(isChanged)) return 'changed'
    return this.#tracked.has(real) || !existsSync(real) ? 'same' : 'unknown'
  }

  /** Another file may have had precedence: `./label` and `./label.js` may mean `label.ts`, and a link leads to any file. */
  #importVerdict(file: string): Verdict {
    const stem = file.replace(/\.[jt]s$/, '')
    const others = [`${stem}.ts`, `${stem}.js`, stem]
    const isReplaced = others.some((one) => this.files.has(one) && !existsSync(one))
    return isReplaced || this.#hasChangedLink() ? 'changed' : this.#fileVerdict(file)
  }

  /** Compares the settings and ignore rules in a folder and all above it. */
  #folderVerdict(folder: string): Verdict {
    if (!isBelow(this.#root, folder)) return 'same'
    return valueFor(this.#folders, folder, () => {
      const names = folder === this.#root ? [CONFIG_FILE, IGNORE_FILE] : [IGNORE_FILE]
      const own = names.map((name) => this.#fileVerdict(path.join(folder, name)))
      return folder === this.#root
        ? worst(own)
        : worst([...own, this.#folderVerdict(path.dirname(folder))])
    })
  }

  /** git often ignores installed packages: then the manifests say if other ones are installed. */
  async #iconVerdict({ file, content }: LocalScript): Promise<Verdict> {
    const names = iconSetsIn(content.code)
    if (names.length === 0) return 'same'
    const sets = await installedSets(path.dirname(file), names)
    const verdicts = sets.map((set) => this.#fileVerdict(set))
    if (verdicts.every((verdict) => verdict === 'same') && sets.length > 0) return 'same'
    const manifests = this.#foldersOf(realPathOf(file)).flatMap((folder) =>
      MANIFESTS.map((name) => path.join(folder, name)),
    )
    if (verdicts.includes('changed') || manifests.some((name) => this.files.has(name)))
      return 'changed'
    const isManaged = sets.length === 0 || manifests.some((name) => this.#tracked.has(name))
    return isManaged ? 'same' : 'unknown'
  }

  /** The path itself, and the folders above it in the repository. */
  #foldersOf(file: string): string[] {
    const folders: string[] = []
    let folder = file
    while (folder !== this.#top && isBelow(this.#top, folder)) {
      folders.push(folder)
      folder = path.dirname(folder)
    }
    return [...folders, this.#top]
  }
}

const isLink = (file: string): boolean =>
  lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

const worst = (verdicts: readonly Verdict[]): Verdict => {
  if (verdicts.includes('changed')) return 'changed'
  return verdicts.includes('unknown') ? 'unknown' : 'same'
}

/** None for a file that git does not compare: `assume-unchanged` (lower case) or `skip-worktree` (S) is set. */
const comparedName = (line: string): string[] => (/^[HMRC] /.test(line) ? [line.slice(2)] : [])

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
