/**
 * Implements `push --incremental`: looks only at scripts that changed since the last push which succeeded, so that a push on
 * merge costs a few requests in an account of any size. The next push looks at what a failed one left out. Changes on
 * the service are found by a full look, once a week.
 */
import { commitOf, SAFE_DIFF, tryGit } from '../files/git.ts'
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
 */
export async function changedSincePush(
  scripts: LocalScript[],
  { root, hashes, scope, now }: { root: string; hashes: RemoteHashes; scope: string; now: number },
): Promise<Incremental> {
  const commit = await commitIn(root)
  if (commit === undefined) return { scripts }
  const last = hashes.lastPush
  const counts = last?.scope === scope && now - last.fullLook < WEEK && last.fullLook <= now
  const since = counts ? await commitOf(root, last.commit) : undefined
  const fullLook = since === undefined || !last ? now : last.fullLook
  // The next push would not know of a change that was never committed, once it is undone.
  const isClean = (await tryGit(root, [...SAFE_DIFF, '--quiet', 'HEAD', '--', '.'])) !== undefined
  const push = isClean ? { commit, scope, fullLook } : undefined
  if (since === undefined) return { scripts, push }
  return { scripts: await changedScripts(scripts, root, since, 'exactly'), since, push }
}

/** The commit that is checked out; undefined without git, a repository or a commit. */
const commitIn = (root: string): Promise<string | undefined> =>
  tryGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD']).catch(() => undefined)
