/**
 * Makes sync records of git's history, for a push in a fresh clone, which has none. Git knows which files the pushed commits
 * deleted, renamed or gave another slug. So a renamed script keeps its comments and stars.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../../api/client.ts'
import type { Project } from '../config/project.ts'
import { atRevision } from '../files/extract-revision.ts'
import { type Repository, repositoryIfAny, requireRepository } from '../files/git.ts'
import { projectPath } from '../files/root.ts'
import { OwnList } from '../remote/own-list.ts'
import { type RemoteScript, readScript, toRemote } from '../remote/read-remote.ts'
import type { RemoteHashes } from '../remote/remote-hashes.ts'
import { listOf } from '../script/duplicate-slugs.ts'
import { type LocalScript, loadOptionsOf, loadScript } from '../script/load.ts'
import { matchRenames, perhapsRenamed } from '../script/match-renames.ts'
import {
  ANY_SCRIPT_NAME,
  addedSince,
  deletedSince,
  renamesSince,
  withOtherSlugSince,
} from '../select/changed-scripts.ts'
import { findScripts } from '../select/find-scripts.ts'
import { slugOfEachFile } from '../select/slugs.ts'
import type { SyncRecords } from '../state/sync-record.ts'
import { deletedScripts, pathsElsewhere } from './deleted-files.ts'
import { hasVersion } from './former-versions.ts'

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

/**
 * @param all scripts of the project
 * @param scripts those that the push looks at
 * @throws as `repositoryIfAny`; if deleted files are wanted, as `requireRepository`
 */
export async function formerRecords(
  all: readonly LocalScript[],
  scripts: readonly LocalScript[],
  options: FormerOptions,
): Promise<FormerRecords> {
  const { project, wantsDeleted } = options
  const found: FormerRecords = { records: {}, renames: new Map(), warnings: [] }
  if (options.before === undefined && !options.incremental) return found
  // A push outside of a repository finds no renamed files.
  const repository = await (wantsDeleted ? requireRepository(project.root) : repositoryIfAny(project.root))
  if (repository === undefined) return found

  const base = await baseOf(repository, options)
  const commit = base && (await repository.commit(base))
  if (base && !commit && wantsDeleted) found.warnings.push(MISSING_BASE)
  const files = new FormerFiles(repository, { all, scripts, options, found })
  const formers = commit ? await files.since(commit) : []
  if (options.hashes.lastPush === undefined) formers.push(...(await files.inHistory(formers)))
  const meant = await files.meantOf(formers)
  if (meant.length > 0) await recordFormers(meant, { repository, options, found })
  return found
}

/** The last version of a file that is gone, or has another slug now. */
interface Former {
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
class FormerFiles {
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
    const { root } = project
    const added = new Set(await addedSince(commit, root, ANY_SCRIPT_NAME))
    const fresh = this.#scripts.filter(({ path }) => added.has(path))
    const isWanted = wantsDeleted || fresh.length > 0
    const gone = isWanted ? await this.#gone(await deletedSince(commit, root, ANY_SCRIPT_NAME)) : []
    const hints = await renamesSince(commit, root, fresh.length === 0 ? [] : [...gone, ...added])
    // The plan matches files that have a record itself.
    for (const { path } of fresh) {
      const from = hints.get(path)
      if (from !== undefined) this.#found.renames.set(path, from)
    }

    const looked = new Set(this.#scripts.map(({ path }) => path))
    const modified = await withOtherSlugSince(commit, root, ANY_SCRIPT_NAME)
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
    const { scripts, successors } = await deletedScripts(this.#repository, project, Date.parse(stamp))
    const gone = new Set(await this.#gone(scripts.map(({ path }) => path)))
    const knownPaths = new Set(known.map(({ script }) => script.path))
    const looked = new Set(this.#scripts.map(({ path }) => path))
    return scripts.flatMap((script): Former[] => {
      const { path } = script
      if (!gone.has(path) || knownPaths.has(path) || Object.hasOwn(records, path)) return []
      const successor = successors.get(path)
      if (successor !== undefined) return looked.has(successor) ? [{ script, isGone: true, successor }] : []
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
      if (isFree(script)) return !isGone || successor !== undefined || wantsDeleted || others.length > 0
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
    return atRevision({ repository: this.#repository, commit, root: project.root }, async (root) => {
      const files = await findScripts({ root, cwd: root, include, exclude, allowEmpty: true })
      const included = new Set(files.map((file) => projectPath(root, file)))
      const isNamed = (path: string) => typed.length > 0 && path.includes('.topology.')
      const wanted = paths.filter((path) => included.has(path) || isNamed(path))
      const options = { ...loadOptionsOf(project), root }
      return Promise.all(wanted.map((path) => loadScript(join(root, path), options)))
    })
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
    return { script, isGone: true, perhaps: perhaps.get(path), others: others.map((one) => one.path) }
  })
}

/** Reads their scripts from the service, and makes records of those that are the project's own. */
async function recordFormers(
  formers: readonly Former[],
  { repository, options, found }: { repository: Repository; options: FormerOptions; found: FormerRecords },
): Promise<void> {
  const { client, hashes } = options
  const own = await OwnList.read(client, hashes, () => formers.map(({ script: { slug } }) => ({ slug })))
  const listed = new Set(own.list.items.map(({ slug }) => slug))
  for (const former of formers) {
    const { path, slug } = former.script
    const isUnlisted = former.since === undefined && !own.list.isPart && !listed.has(slug)
    const script = isUnlisted ? undefined : await readScript(client, slug)
    if (script === undefined || !(await own.isOwn(script))) continue
    const remote = toRemote(script)
    const { id, updatedAt, hash = '' } = remote
    // The plan need not prove again whose it is.
    hashes.remember(remote, hash)
    const warning = (await isSent(former, remote, { repository, options }))
      ? lossOf(former, options)
      : skipped(former)
    if (warning !== undefined) found.warnings.push(warning.sentence)
    if (warning?.isKept) continue
    found.records[path] = { id, slug, updatedAt, hash }
    if (former.successor !== undefined) found.renames.set(former.successor, path)
  }
}

/** True if the remote version came from this project: a job may have sent a part of the commits before it failed. */
async function isSent(
  { script, since }: Former,
  remote: RemoteScript,
  { repository, options }: { repository: Repository; options: FormerOptions },
): Promise<boolean> {
  const isRemote = ({ hash, hashAsWritten }: LocalScript) => [hash, hashAsWritten].includes(remote.hash ?? '')
  if (isRemote(script) || options.hashes.isSynced(remote)) return true
  const { root, config } = options.project
  const { path, slug } = script
  const commits = [since === undefined ? 'HEAD' : `${since}..HEAD`]
  const search = {
    repository,
    root,
    path,
    slug,
    commits,
    most: MOST_COMMITS,
    defaults: config.defaults ?? {},
  }
  return hasVersion(search, isRemote)
}

/** Number of past commits of a script that are compared. */
const MOST_COMMITS = 100

/** Without a cache of the last push, the first parent: the target branch before a merge. */
async function baseOf(
  repository: Repository,
  { hashes, before, incremental }: FormerOptions,
): Promise<string | undefined> {
  if (!incremental) return before
  const last = hashes.lastPush?.commit
  if (last === undefined) return before ?? 'HEAD^1'
  if (before === undefined) return last
  // A shallow clone may lack both.
  const isBefore = await repository.answer(['merge-base', '--is-ancestor', last, before], [1, 128])
  return isBefore === undefined ? before : last
}

interface Warning {
  sentence: string
  /** The script gets no record, so it stays on the service. */
  isKept: boolean
}

function skipped({ script: { path, slug }, isGone }: Former): Warning {
  const what = isGone ? `the deleted file ${path}` : `${path} with its former slug ${slug}`
  return {
    sentence: `Skipped the script of ${what}: it differs from the last version of the file.`,
    isKept: true,
  }
}

/** What a file loses that was perhaps renamed, but not recognised; undefined for nothing. */
function lossOf(former: Former, { wantsDeleted }: FormerOptions): Warning | undefined {
  const { script, isGone, successor, perhaps = [], others = [] } = former
  if (!isGone || successor !== undefined || others.length === 0) return undefined
  const { path, slug } = script
  if (perhaps.length > 0) {
    const sentence = `Kept the script ${slug} of the deleted file ${path}, with its comments and stars: ${listOf(perhaps)} may be that file, renamed, but too little of it is the same. ${IF_NOT} "topo script delete ${slug}". ${NEXT_TIME}`
    return { sentence, isKept: true }
  }
  const fate = wantsDeleted ? 'is deleted' : 'stays on the service'
  const sentence = `The script ${slug} of the deleted file ${path} ${fate}, with its comments and stars: no new file is similar enough to be that file, renamed. ${NEXT_TIME}`
  return { sentence, isKept: !wantsDeleted }
}

const IF_NOT = 'If nothing needs it, run'
const NEXT_TIME = 'To keep the script of a file, push its new name before you rewrite it.'

const keptElsewhere = (paths: readonly string[]): string =>
  `Kept the scripts of ${listOf(paths)}: a submodule or a link has taken the place of a folder, so git does not know if the files are gone.`

const MISSING_BASE =
  'Nothing was deleted: this checkout does not contain the commit before the push. Set `fetch-depth: 0` for actions/checkout.'
