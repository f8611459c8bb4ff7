/**
 * Implements `push --if-newer`: an older commit does not overwrite what a newer commit published. The service does not
 * store commits. So a remote version counts as older only if it was published before this commit, or if it is in
 * this commit's history. If the service tells no date, it counts as newer only if a commit after this one has it.
 */
import type { Client } from '../../api/client/client.ts'
import { type Repository, readRepository } from '../../files/git/git.ts'
import type { Config } from '../../project/config/config.ts'
import type { ScriptContent } from '../../project/script/content.ts'
import { contentHash } from '../../project/script/content-hash.ts'
import type { DeleteStep, ResolvedStep, StaleCommitStep } from '../plan/conflicts.ts'
import type { UpdateStep } from '../plan/plan.ts'
import { contentOf, type RemoteScript, readScript } from '../remote/read-remote.ts'
import { instantOf } from '../remote/revision.ts'
import { hasVersion } from './former-versions.ts'

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
  repository: Repository
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
 * @throws usage error `TOPO_NO_GIT` or `TOPO_UNKNOWN_REVISION`, or KnownError `TOPO_GIT`, without a commit to compare
 * with: then nothing can be compared, and nothing may be sent.
 */
export async function blockStaleCommit(
  steps: readonly ResolvedStep[],
  options: IfNewerOptions,
): Promise<ResolvedStep[]> {
  const commit = await readCommit(options)
  const kept: ResolvedStep[] = []
  for (const step of steps) {
    const replaces = step.action === 'update' || step.action === 'delete'
    kept.push(
      replaces && !(await mayOverwrite(step, commit, options)) ? blockedStep(step, commit) : step,
    )
  }
  return kept
}

async function readCommit({ root, commit }: IfNewerOptions): Promise<Commit> {
  const reading = await readRepository(root)
  if (reading.state !== 'known')
    throw reading.error.withHint(`${reading.error.hint} ${NOTHING_SENT}`)
  const { repository } = reading
  const id = await repository.requireCommit(commit)
  const seconds = Number(await repository.answer(['show', '--no-patch', '--format=%ct', id]))
  return { repository, id, time: seconds * 1000, shallow: await repository.isShallow() }
}

const NOTHING_SENT =
  'Nothing was sent, because --if-newer asks git which commit is newer. To push without this check, turn --if-newer off.'

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
  const paths = movedFrom === undefined ? [step.path] : [step.path, movedFrom]
  const find = async (commits: readonly string[]) => {
    for (const path of paths) {
      const search = { ...commit, ...options, path, slug: step.slug, commits, most: MOST_COMMITS }
      if (await hasVersion(search, hasHash(contentHash(content)))) return true
    }
    return false
  }
  if (await find([commit.id])) return true
  return Number.isNaN(published) && !(await find(['--all', '--ancestry-path', `^${commit.id}`]))
}

const hasHash =
  (wanted: string) =>
  ({ hash, hashAsWritten }: { hash: string; hashAsWritten: string }): boolean =>
    hash === wanted || hashAsWritten === wanted

async function readRemoteContent(
  remote: RemoteScript,
  client: Client,
): Promise<ScriptContent | undefined> {
  if (remote.content) return remote.content
  const script = await readScript(client, remote.id)
  return script && contentOf(script)
}

function blockedStep(step: UpdateStep | DeleteStep, commit: Commit): StaleCommitStep {
  const { path, slug, id, remote, hash } = step
  const name = `commit ${commit.id.slice(0, 12)} of ${new Date(commit.time).toISOString()}`
  const since = remote.updatedAt === '' ? 'at an unknown time' : remote.updatedAt
  return {
    action: 'older',
    path,
    slug,
    id,
    remote,
    hash,
    ...(step.action === 'update' ? { file: step.file, changed: step.changed } : { changed: [] }),
    reason: `${name} is older than the remote version, published ${since}`,
    hint: commit.shallow
      ? 'Publish the newest commit. This clone is shallow: fetch its full history, so that topo can compare the remote version with earlier commits.'
      : 'Publish the newest commit, or pull the remote changes. Without --if-newer, this commit overwrites them.',
  }
}
