/** Finds in git the files of scripts that the pushed commits deleted, renamed, or gave another slug. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../../api/client/client.ts'
import { atRevision } from '../../files/git/extract-revision.ts'
import type { Repository } from '../../files/git/git.ts'
import { projectPath } from '../../files/root.ts'
import type { Project } from '../../project/config/project.ts'
import { listOf } from '../../project/script/duplicate-slugs.ts'
import { type LocalScript, loadOptionsOf, loadScript } from '../../project/script/load.ts'
import { matchRenames, perhapsRenamed } from '../../project/script/match-renames.ts'
import {
  ANY_SCRIPT_NAME,
  addedSince,
  type ComparedCommit,
  deletedSince,
  renamesSince,
  withOtherSlugSince,
} from '../../project/select/files-since.ts'
import { findScripts } from '../../project/select/find-scripts.ts'
import { slugOfEachFile } from '../../project/select/slugs.ts'
import type { RemoteHashes } from '../remote/remote-hashes.ts'
import type { SyncRecords } from '../state/sync-record.ts'
import { deletedScripts, pathsElsewhere } from './deleted-files.ts'

export interface FormerOptions {
  project: Project
  client: Client
  hashes: RemoteHashes
  /** Wins over what git knows. */
  records: SyncRecords
  /** The commit before the pushed ones, if known. */
  before?: string | undefined
  /** Looks at all commits since the last push that succeeded, so that this push does what a failed job left. */
  incremental?: boolean | undefined
  /** Also deleted files that were not renamed. */
  wantsDeleted?: boolean | undefined
  /** The paths that were typed; empty means the files that the project includes. */
  paths: readonly string[]
  /** Start of the push, as an ISO time. */
  stamp: string
}

export interface FormerRecords {
  records: SyncRecords
  /** New path → old path. */
  renames: Map<string, string>
  /** One sentence each. */
  warnings: string[]
}

/** The last version of a file that is gone, or has another slug now. */
export interface Former {
  script: LocalScript
  isGone: boolean
  /** The path of the renamed file. */
  successor?: string | undefined
  /** New files that may be the renamed one, though too little is the same to be sure. */
  perhaps?: readonly string[] | undefined
  /** New files that are none. */
  others?: readonly string[] | undefined
  /** The first commit whose version may be on the service; undefined for the whole history. */
  since?: string | undefined
}

/** Finds former files in git. */
export class FormerFiles {
  readonly #repository: Repository
  readonly #all: readonly LocalScript[]
  readonly #scripts: readonly LocalScript[]
  readonly #options: FormerOptions
  readonly #found: FormerRecords

  constructor(
    repository: Repository,
    input: {
      all: readonly LocalScript[]
      scripts: readonly LocalScript[]
      options: FormerOptions
      found: FormerRecords
    },
  ) {
    this.#repository = repository
    this.#all = input.all
    this.#scripts = input.scripts
    this.#options = input.options
    this.#found = input.found
  }

  /** Files that the commits since then deleted, renamed, or gave another slug. */
  async since(commit: string): Promise<Former[]> {
    const { project, records, wantsDeleted } = this.#options
    const base: ComparedCommit = { repository: this.#repository, root: project.root, commit }
    const added = new Set(await addedSince(base, ANY_SCRIPT_NAME))
    const fresh = this.#scripts.filter(({ path }) => added.has(path))
    const isWanted = wantsDeleted || fresh.length > 0
    const gone = isWanted ? await this.#gone(await deletedSince(base, ANY_SCRIPT_NAME)) : []
    const hints = await renamesSince(base, fresh.length === 0 ? [] : [...gone, ...added])
    // The plan matches files that have a record itself.
    for (const { path } of fresh) {
      const from = hints.get(path)
      if (from !== undefined) this.#found.renames.set(path, from)
    }

    const looked = new Set(this.#scripts.map(({ path }) => path))
    const modified = await withOtherSlugSince(base, ANY_SCRIPT_NAME)
    const paths = [...gone, ...modified.filter((path) => looked.has(path))]
    const old = await this.#versionsAt(
      commit,
      paths.filter((path) => !Object.hasOwn(records, path)),
    )
    const deleted = old.filter(({ path }) => gone.includes(path))
    const others = old.filter(({ path }) => !gone.includes(path))
    return [
      ...formersOf(deleted, fresh, hints).map((former) => ({ ...former, since: commit })),
      ...others.map((script) => ({ script, isGone: false, since: commit })),
    ]
  }

  /**
   * Files that earlier commits deleted or renamed. Their job may have failed, and without the cache nobody knows which
   * commit was pushed last.
   */
  async inHistory(known: readonly Former[]): Promise<Former[]> {
    const { project, records, stamp, wantsDeleted } = this.#options
    if ((await this.#repository.head()) === undefined) return []
    const { scripts, successors } = await deletedScripts(
      this.#repository,
      project,
      Date.parse(stamp),
    )
    const gone = new Set(await this.#gone(scripts.map(({ path }) => path)))
    const knownPaths = new Set(known.map(({ script }) => script.path))
    const looked = new Set(this.#scripts.map(({ path }) => path))
    return scripts.flatMap((script): Former[] => {
      const { path } = script
      if (!gone.has(path) || knownPaths.has(path) || Object.hasOwn(records, path)) return []
      const successor = successors.get(path)
      if (successor !== undefined)
        return looked.has(successor) ? [{ script, isGone: true, successor }] : []
      return wantsDeleted ? [{ script, isGone: true }] : []
    })
  }

  /** Without those whose slug another file has, to which the script belongs now. */
  async meantOf(formers: readonly Former[]): Promise<Former[]> {
    if (formers.length === 0) return []
    const { project, paths, wantsDeleted } = this.#options
    const looked = new Set(this.#scripts.map(({ slug }) => slug))
    const all = paths.length === 0 ? [] : [...(await slugOfEachFile(project)).values()]
    const used = new Set([...all, ...this.#all.map(({ slug }) => slug)])
    const isFree = ({ slug }: LocalScript) => !used.has(slug)
    return formers.filter(({ script, isGone, successor, others = [] }) => {
      if (isFree(script))
        return !isGone || successor !== undefined || wantsDeleted || others.length > 0
      // The plan gives the script to that file, if it looks at it.
      return isGone && wantsDeleted && looked.has(script.slug)
    })
  }

  /** Leaves out what is still there, what is ignored, and what git cannot know. */
  async #gone(paths: readonly string[]): Promise<string[]> {
    const { project, wantsDeleted } = this.#options
    const absent = paths.filter((path) => !existsSync(join(project.root, path)))
    // To ignore a script must not delete it.
    const candidates = await project.ignored.filter(absent, (path) => path)
    const elsewhere = await pathsElsewhere(this.#repository, project.root, candidates)
    if (elsewhere.size > 0 && wantsDeleted) this.#found.warnings.push(keptElsewhere([...elsewhere]))
    return candidates.filter((path) => !elsewhere.has(path))
  }

  /** Only those that the project includes. */
  async #versionsAt(commit: string, paths: readonly string[]): Promise<LocalScript[]> {
    if (paths.length === 0) return []
    const { project, paths: typed } = this.#options
    const { include, exclude } = project.config
    return atRevision(
      { repository: this.#repository, commit, root: project.root },
      async (root) => {
        const files = await findScripts({ root, cwd: root, include, exclude, allowEmpty: true })
        const included = new Set(files.map((file) => projectPath(root, file)))
        const isNamed = (path: string) => typed.length > 0 && path.includes('.topology.')
        const wanted = paths.filter((path) => included.has(path) || isNamed(path))
        const options = { ...loadOptionsOf(project), root }
        return Promise.all(wanted.map((path) => loadScript(join(root, path), options)))
      },
    )
  }
}

/** Finds out which of the deleted files were renamed to a new one. */
function formersOf(
  deleted: readonly LocalScript[],
  fresh: readonly LocalScript[],
  hints: ReadonlyMap<string, string>,
): Former[] {
  const renames = matchRenames(deleted, fresh, hints)
  const successors = new Map([...renames].map(([path, from]) => [from, path]))
  const unsure = deleted.filter(({ path }) => !successors.has(path))
  const others = fresh.filter(({ path }) => !renames.has(path))
  const perhaps = perhapsRenamed(unsure, others)
  return deleted.map((script) => {
    const { path } = script
    const successor = successors.get(path)
    if (successor !== undefined) return { script, isGone: true, successor }
    return {
      script,
      isGone: true,
      perhaps: perhaps.get(path),
      others: others.map((one) => one.path),
    }
  })
}

const keptElsewhere = (paths: readonly string[]): string =>
  `Kept the scripts of ${listOf(paths)}: a submodule or a link has taken the place of a folder, so git does not know if the files are gone.`
