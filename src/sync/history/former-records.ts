/**
 * Makes sync records of git's history, for a push in a fresh clone, which has none. Git knows which files the pushed commits
 * deleted, renamed or gave another slug. So a renamed script keeps its comments and stars.
 */
import type { Repository, RepositoryOfFolder } from '../../files/git/git.ts'
import { listOf } from '../../project/script/duplicate-slugs.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { OwnList } from '../remote/own-list.ts'
import { type RemoteScript, readScript, toRemote } from '../remote/read-remote.ts'
import { type Former, FormerFiles, type FormerOptions, type FormerRecords } from './former-files.ts'
import { hasVersion } from './former-versions.ts'

/**
 * @param all scripts of the project
 * @param scripts those that the push looks at
 * @throws as `RepositoryOfFolder.ifAny`; if deleted files are wanted, as `requireRepository`
 */
export async function formerRecords(
  all: readonly LocalScript[],
  scripts: readonly LocalScript[],
  options: FormerOptions & { git: RepositoryOfFolder },
): Promise<FormerRecords> {
  const { git, wantsDeleted } = options
  const found: FormerRecords = { records: {}, renames: new Map(), warnings: [] }
  if (options.before === undefined && !options.incremental) return found
  // A push outside of a repository finds no renamed files.
  const repository = await (wantsDeleted ? git.require() : git.ifAny())
  if (repository === undefined) return found

  const files = new FormerFiles(repository, { all, scripts, options, found })
  const last = await lastPushed(repository, options)
  const base = await baseOf(repository, last, options)
  const formers = base === undefined ? [] : await files.since(base)
  if (last === undefined) formers.push(...(await files.inHistory(formers)))
  if (base === undefined && wantsDeleted && (await repository.isShallow()))
    found.warnings.push(MISSING_BASE)
  const meant = await files.meantOf(formers)
  if (meant.length > 0) await recordFormers(meant, { repository, options, found })
  return found
}

/** Reads their scripts from the service, and makes records of those that are the project's own. */
async function recordFormers(
  formers: readonly Former[],
  {
    repository,
    options,
    found,
  }: { repository: Repository; options: FormerOptions; found: FormerRecords },
): Promise<void> {
  const { client, hashes } = options
  const own = await OwnList.read(client, hashes, () =>
    formers.map(({ script: { slug } }) => ({ slug })),
  )
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
  const isRemote = ({ hash, hashAsWritten }: LocalScript) =>
    [hash, hashAsWritten].includes(remote.hash ?? '')
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

/** Undefined without the cache, and if this clone lacks the commit. */
async function lastPushed(
  repository: Repository,
  { hashes, incremental }: FormerOptions,
): Promise<string | undefined> {
  const { lastPush } = hashes
  return incremental && lastPush !== undefined ? repository.commit(lastPush.commit) : undefined
}

/** Without a cache of the last push, the first parent: the target branch before a merge. */
async function baseOf(
  repository: Repository,
  last: string | undefined,
  { before }: FormerOptions,
): Promise<string | undefined> {
  // After a forced push, the clone may lack it.
  const known = before === undefined ? undefined : await repository.commit(before)
  if (last === undefined) return before === undefined ? repository.commit('HEAD^1') : known
  if (known === undefined) return last
  const isBefore = await repository.answer(['merge-base', '--is-ancestor', last, known], [1, 128])
  return isBefore === undefined ? known : last
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

/** Warns if a file was perhaps renamed, but not recognised: its script does not follow it. */
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

const MISSING_BASE =
  'Nothing was deleted: this checkout does not contain the commit before the push. Set `fetch-depth: 0` for actions/checkout.'
