/** Reads the event that started the workflow: pull request, source repository, base commit. */
import { readFileWithinSync } from '../limits/files.ts'
import { commitOf } from '../project/files/git.ts'

export interface PullRequest {
  number: number
  /** The commit that it was opened or last changed on; the target branch may have later ones. */
  base: string | undefined
  head: string | undefined
  /** From another repository: its runs get no secrets and a read-only token. */
  fromFork: boolean
}

/** The run that triggered a `workflow_run`, according to GitHub. */
export interface PullRequestRun {
  id: number
  headOwner: string
  headBranch: string
  headCommit: string
}

interface Payload {
  workflow_run?: {
    id?: unknown
    event?: unknown
    head_branch?: unknown
    head_sha?: unknown
    head_repository?: { owner?: { login?: unknown } } | null
  }
  before?: unknown
  merge_group?: { base_sha?: unknown }
  pull_request?: {
    number?: unknown
    base?: { sha?: unknown; repo?: { full_name?: unknown } }
    head?: { sha?: unknown; repo?: { full_name?: unknown } | null }
  }
}

/**
 * The commit before the changes: that of the pull request or the merge group, or the head of the branch before a push.
 * @param folder of the checkout
 */
export async function baseCommit(env: NodeJS.ProcessEnv, folder: string): Promise<string | undefined> {
  const pull = pullRequestOf(env)
  if (pull) return (await mergeTarget(pull, folder).catch(() => undefined)) ?? pull.base
  const { merge_group: group, before } = payloadOf(env) ?? {}
  return commitId(group?.base_sha) ?? commitId(before)
}

/**
 * The first parent, if the checkout is the merge commit that actions/checkout makes of a pull request. Since its base
 * was recorded, others may have merged into the target branch.
 */
async function mergeTarget({ head }: PullRequest, folder: string): Promise<string | undefined> {
  if (head === undefined || (await commitOf(folder, 'HEAD^2')) !== head) return undefined
  return commitOf(folder, 'HEAD^1')
}

/** Undefined also for zeros, the commit before a new branch. */
const commitId = (value: unknown): string | undefined =>
  typeof value === 'string' && COMMIT.test(value) && !/^0+$/.test(value) ? value : undefined

const COMMIT = /^[0-9a-f]{40,64}$/

/** Reads the event file of the runner; undefined for other events, and if it cannot be read. */
export function pullRequestOf(env: NodeJS.ProcessEnv): PullRequest | undefined {
  const pull = payloadOf(env)?.pull_request
  if (pull === undefined || !Number.isSafeInteger(pull.number)) return undefined
  const { base, head } = pull
  return {
    number: pull.number as number,
    base: commitId(base?.sha),
    head: commitId(head?.sha),
    // The head has no repository if the fork was deleted.
    fromFork: head?.repo?.full_name !== base?.repo?.full_name,
  }
}

/** Undefined for runs without a pull request, and if the fork was deleted. */
export function pullRequestRunOf(env: NodeJS.ProcessEnv): PullRequestRun | undefined {
  const run = payloadOf(env)?.workflow_run
  const login = run?.head_repository?.owner?.login
  if (run?.event !== 'pull_request' || !Number.isSafeInteger(run.id)) return undefined
  const { head_branch: branch, head_sha: commit } = run
  if (typeof login !== 'string' || typeof branch !== 'string' || typeof commit !== 'string') return undefined
  if (!COMMIT.test(commit)) return undefined
  return { id: run.id as number, headOwner: login, headBranch: branch, headCommit: commit }
}

function payloadOf({ GITHUB_EVENT_PATH: file }: NodeJS.ProcessEnv): Payload | undefined {
  if (!file) return undefined
  try {
    return JSON.parse(readFileWithinSync('environment', file).toString('utf8')) as Payload
  } catch {
    return undefined
  }
}
