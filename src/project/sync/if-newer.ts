/**
 * Implements `push --if-newer`: an older commit does not overwrite what a newer commit published. The service does not
 * store commits. So a remote version counts as older only if it was published before this commit, or if it is in
 * this commit's history. If the service tells no date, it counts as newer only if a commit after this one has it.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../../api/client.ts'
import { type Config, readConfig } from '../config/config.ts'
import { atRevision } from '../files/extract-revision.ts'
import { commitOf, repositoryOf, tryGit, unknownRevision } from '../files/git.ts'
import { CONFIG_FILE } from '../files/root.ts'
import type { DeleteStep, ResolvedStep, StaleCommitStep } from '../plan/conflicts.ts'
import type { UpdateStep } from '../plan/plan.ts'
import { contentOf, type RemoteScript, readScript } from '../remote/read-remote.ts'
import { instantOf } from '../remote/revision.ts'
import { contentHash, type ScriptContent } from '../script/content.ts'
import { loadScript } from '../script/load.ts'
import { sourceFilesOf } from '../select/changed-scripts.ts'

/** Number of past commits of a script that are compared. */
const MOST_COMMITS = 20

export interface IfNewerOptions {
  root: string
  client: Client
  /** The commit to publish, in the project's repository. */
  commit: string
  /** Precede the defaults in the settings of past commits. */
  defaults?: Config['defaults']
}

interface Commit {
  id: string
  /** Commit time in milliseconds, by the clock of the committer. */
  time: number
  /** The clone lacks older history. */
  shallow: boolean
}

/**
 * Turns each step that would overwrite or delete a newer version into a conflict. Call it after conflicts are
 * resolved: no policy overrides it.
 *
 * @throws usage error `TOPO_NO_GIT` or `TOPO_UNKNOWN_REVISION` without a commit to compare with.
 */
export async function blockStaleCommit(
  steps: readonly ResolvedStep[],
  options: IfNewerOptions,
): Promise<ResolvedStep[]> {
  const commit = await readCommit(options)
  const kept: ResolvedStep[] = []
  for (const step of steps) {
    const replaces = step.action === 'update' || step.action === 'delete'
    kept.push(replaces && !(await mayOverwrite(step, commit, options)) ? blockedStep(step, commit) : step)
  }
  return kept
}

async function readCommit({ root, commit }: IfNewerOptions): Promise<Commit> {
  await repositoryOf(root)
  const id = await commitOf(root, commit)
  if (id === undefined) throw unknownRevision(commit)
  const [seconds, shallow] = await Promise.all([
    tryGit(root, ['show', '--no-patch', '--format=%ct', id]),
    tryGit(root, ['rev-parse', '--is-shallow-repository']),
  ])
  return { id, time: Number(seconds) * 1000, shallow: shallow === 'true' }
}

/** True if this commit may overwrite the remote version. */
async function mayOverwrite(
  step: UpdateStep | DeleteStep,
  commit: Commit,
  options: IfNewerOptions,
): Promise<boolean> {
  const published = instantOf(step.remote.updatedAt)
  // git tells whole seconds, so the commit may be from the end of its second.
  if (commit.time + 1000 > published) return true
  const content = await readRemoteContent(step.remote, options.client)
  if (content === undefined) return true
  const movedFrom = 'movedFrom' in step ? step.movedFrom : undefined
  const find = async (commits: string[]) => {
    const has = (path: string) => isInCommits(commits, path, contentHash(content), options)
    return (await has(step.path)) || (movedFrom !== undefined && (await has(movedFrom)))
  }
  if (await find([commit.id])) return true
  return Number.isNaN(published) && !(await find(['--all', '--ancestry-path', `^${commit.id}`]))
}

async function readRemoteContent(remote: RemoteScript, client: Client): Promise<ScriptContent | undefined> {
  if (remote.content) return remote.content
  const script = await readScript(client, remote.id)
  return script && contentOf(script)
}

/**
 * True if a commit has the content of the remote version, including header, readme and imports.
 * @param commits selects them, as arguments of `git log`
 */
async function isInCommits(
  commits: readonly string[],
  path: string,
  hash: string,
  { root, defaults }: IfNewerOptions,
): Promise<boolean> {
  const file = join(root, path)
  const parts = existsSync(file) ? await sourceFilesOf(await loadScript(file, { root })) : [file]
  const files = [...parts, join(root, CONFIG_FILE)]
  const log = ['log', '--format=%H', `--max-count=${MOST_COMMITS}`, ...commits, '--', ...files]
  const ids = (await tryGit(root, ['--literal-pathspecs', ...log]))?.split('\n') ?? []
  for (const id of ids.filter((line) => line !== '')) {
    const hashes = await atRevision(root, id, (checkout) => hashesAt(checkout, path, defaults))
    if (hashes.includes(hash)) return true
  }
  return false
}

async function hashesAt(root: string, path: string, first: Config['defaults']): Promise<string[]> {
  const file = join(root, path)
  if (!existsSync(file)) return []
  // Nobody can have published with invalid settings.
  const { defaults } = await readConfig(root).catch(() => ({ defaults: undefined }))
  // A push of the same commit published without them.
  const both = [defaults, { ...defaults, ...first }]
  const scripts = await Promise.all(both.map((one) => loadScript(file, { root, defaults: one })))
  return scripts.flatMap(({ hash, hashAsWritten }) => [hash, hashAsWritten])
}

function blockedStep(step: UpdateStep | DeleteStep, commit: Commit): StaleCommitStep {
  const { path, slug, id, remote, hash } = step
  const name = `commit ${commit.id.slice(0, 12)} of ${new Date(commit.time).toISOString()}`
  const since = remote.updatedAt === '' ? 'at an unknown time' : remote.updatedAt
  return {
    ...{ action: 'older', path, slug, id, remote, hash },
    ...(step.action === 'update' ? { file: step.file, changed: step.changed } : { changed: [] }),
    reason: `${name} is older than the remote version, published ${since}`,
    hint: commit.shallow
      ? 'Publish the newest commit. This clone is shallow: fetch its full history, so that topo can compare the remote version with earlier commits.'
      : 'Publish the newest commit, or pull the remote changes. Without --if-newer, this commit overwrites them.',
  }
}
