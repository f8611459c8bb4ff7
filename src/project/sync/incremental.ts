/**
 * Implements `push --incremental`: looks only at scripts that changed since the last push which succeeded, so that a push on
 * merge costs a few requests in an account of any size. The next push looks at what a failed one left out. Changes on
 * the service are found by a full look, once a week.
 */
import { repositoryIfAny, SAFE_DIFF } from '../files/git.ts'
import { realPathOf } from '../files/path-containment.ts'
import type { LastPush, RemoteHashes } from '../remote/remote-hashes.ts'
import type { LocalScript } from '../script/load.ts'
import { changedScripts } from '../select/changed-scripts.ts'

export interface Incremental {
  /** Scripts to look at. */
  scripts: LocalScript[]
  /** Commit of the last push; undefined for a full look. */
  since?: string | undefined
  /** Remember this once the push has succeeded; undefined if no later push could tell what changed. */
  push?: LastPush | undefined
}

const WEEK = 7 * 24 * 3600 * 1000

/**
 * Selects the scripts to look at: all of them if the last push is unknown, not in this clone, or the last full look is old.
 * @param now milliseconds since 1970
 * @throws as `repositoryIfAny`: a full look does not know which files were renamed
 */
export async function changedSincePush(
  scripts: LocalScript[],
  { root, hashes, scope, now }: { root: string; hashes: RemoteHashes; scope: string; now: number },
): Promise<Incremental> {
  const repository = await repositoryIfAny(root)
  const commit = await repository?.head()
  if (repository === undefined || commit === undefined) return { scripts }
  const last = hashes.lastPush
  const counts = last?.scope === scope && now - last.fullLook < WEEK && last.fullLook <= now
  const since = counts ? await repository.commit(last.commit) : undefined
  const fullLook = since === undefined || !last ? now : last.fullLook
  // The next push would not know of a change that was never committed, once it is undone.
  const differing = [...SAFE_DIFF, '--quiet', 'HEAD', '--', realPathOf(root)]
  const isClean = (await repository.answer(differing)) !== undefined
  const push = isClean ? { commit, scope, fullLook } : undefined
  if (since === undefined) return { scripts, push }
  return { scripts: await changedScripts(scripts, root, since, 'exactly'), since, push }
}
