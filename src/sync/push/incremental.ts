/**
 * Implements `push --incremental`: looks only at scripts that changed since the last push which succeeded, so that a push on
 * merge costs a few requests in an account of any size. The next push looks at what a failed one left out. Changes on
 * the service are found by a full look, once a week.
 */
import type { RepositoryOfFolder } from '../../files/git/git.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { fingerprintsOf } from '../../project/select/fingerprint.ts'
import type { LastPush, RemoteHashes } from '../remote/remote-hashes.ts'

export interface Incremental {
  /** Scripts to look at. */
  scripts: LocalScript[]
  /** Commit of the last push; undefined for a full look. */
  since?: string | undefined
  /** Remember this once the push has succeeded; undefined if no later push could tell which files were renamed. */
  push?: LastPush | undefined
}

const WEEK = 7 * 24 * 3600 * 1000

/**
 * Selects the scripts to look at: all of them if the last push is unknown, not in this clone, or the last full look is old.
 * Fingerprints tell what changed, because git does not know ignored files and those of other repositories, and a file that
 * `.topoignore` excluded until now did not change for git.
 * @param now milliseconds since 1970
 * @throws as `RepositoryOfFolder.ifAny`: a full look does not know which files were renamed
 */
export async function changedSincePush(
  scripts: LocalScript[],
  {
    git,
    hashes,
    scope,
    now,
  }: { git: RepositoryOfFolder; hashes: RemoteHashes; scope: string; now: number },
): Promise<Incremental> {
  const repository = await git.ifAny()
  const commit = await repository?.head()
  if (repository === undefined || commit === undefined) return { scripts }

  const fingerprints = await fingerprintsOf(scripts)
  const { lastPush } = hashes
  const since = isCurrent(lastPush, scope, now)
    ? await repository.commit(lastPush.commit)
    : undefined
  if (lastPush === undefined || since === undefined)
    return { scripts, push: { commit, scope, fingerprints, fullLook: now } }

  const changed = scripts.filter(({ path }) => lastPush.fingerprints[path] !== fingerprints[path])
  return {
    scripts: changed,
    since,
    push: { commit, scope, fingerprints, fullLook: lastPush.fullLook },
  }
}

function isCurrent(
  lastPush: LastPush | undefined,
  scope: string,
  now: number,
): lastPush is LastPush {
  if (lastPush?.scope !== scope) return false
  return now - lastPush.fullLook < WEEK && lastPush.fullLook <= now
}
