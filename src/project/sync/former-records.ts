/**
 * Makes sync records of git's history, for a push in a fresh clone, which has none. Git knows which files the pushed commits
 * deleted, renamed or gave another slug. So a renamed script keeps its comments and stars.
 */
import { join } from 'node:path'
import type { Client } from '../../api/client.ts'
import type { Project } from '../config/project.ts'
import { atRevision } from '../files/extract-revision.ts'
import { type Repository, repositoryIfAny, requireRepository } from '../files/git.ts'
import { OwnList } from '../remote/own-list.ts'
import { readScript, toRemote } from '../remote/read-remote.ts'
import type { RemoteHashes } from '../remote/remote-hashes.ts'
import { type LocalScript, loadScript } from '../script/load.ts'
import { matchRenames } from '../script/match-renames.ts'
import { addedSince, deletedSince, withOtherSlugSince } from '../select/changed-scripts.ts'
import type { SyncRecords } from '../state/sync-record.ts'

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
}

export interface FormerRecords {
  records: SyncRecords
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
  const { project, client, hashes, wantsDeleted } = options
  const { root, config } = project
  const found: FormerRecords = { records: {}, warnings: [] }
  if (options.before === undefined && !options.incremental) return found
  // A push outside of a repository finds no renamed files.
  const repository = await (wantsDeleted ? requireRepository(root) : repositoryIfAny(root))
  if (repository === undefined) return found
  const base = await baseOf(repository, options)
  const commit = base && (await repository.commit(base))
  if (!commit) return base && wantsDeleted ? { ...found, warnings: [MISSING_BASE] } : found
  const deleted = await deletedSince(commit, root)
  const added = new Set(await addedSince(commit, root))
  const gone = new Set(wantsDeleted || added.size > 0 ? deleted : [])
  const looked = new Set(scripts.map(({ path }) => path))
  const other = (await withOtherSlugSince(commit, root)).filter((path) => looked.has(path))
  const paths = [...gone, ...other].filter((path) => !Object.hasOwn(options.records, path))
  if (paths.length === 0) return found
  const old = await atRevision({ repository, commit, root }, (from) =>
    Promise.all(
      paths.map((path) => loadScript(join(from, path), { root: from, defaults: config.defaults })),
    ),
  )
  const fresh = scripts.filter(({ path }) => added.has(path))
  const lost = old.filter(({ path }) => gone.has(path))
  const renamed = new Set(matchRenames(lost, fresh).values())
  const used = new Set(all.map(({ slug }) => slug))
  const isMeant = ({ path, slug }: LocalScript) =>
    (wantsDeleted && gone.has(path)) || (!used.has(slug) && (!gone.has(path) || renamed.has(path)))
  const meant = old.filter(isMeant)
  if (meant.length === 0) return found
  const own = await OwnList.read(client, hashes, () => meant.map(({ slug }) => ({ slug })))
  for (const { path, slug, hash } of meant) {
    const script = await readScript(client, slug)
    if (script === undefined || !(await own.isOwn(script))) continue
    const remote = toRemote(script)
    const { id, updatedAt, hash: now = '' } = remote
    // The plan need not prove again whose it is.
    hashes.remember(remote, now)
    if (now === hash) found.records[path] = { id, slug, updatedAt, hash }
    else
      found.warnings.push(
        skipped(
          gone.has(path) ? `the deleted file ${path}` : `${path} with its former slug ${slug}`,
        ),
      )
  }
  return found
}

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

const skipped = (what: string): string =>
  `Skipped the script of ${what}: it differs from the last version of the file.`

const MISSING_BASE =
  'Nothing was deleted: this checkout does not contain the commit before the push. Set `fetch-depth: 0` for actions/checkout.'
