/** Reads the event that started the workflow: pull request, source repository, base commit. */
import { readFileWithinSync } from '../limits/files.ts'

export interface PullRequest {
  number: number
  /** The commit that it will be merged onto. */
  base: string | undefined
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
  pull_request?: {
    number?: unknown
    base?: { sha?: unknown; repo?: { full_name?: unknown } }
    head?: { repo?: { full_name?: unknown } | null }
  }
}

/** The commit before the changes: the base of the pull request, or the head of the branch before a push. */
export function baseCommit(env: NodeJS.ProcessEnv): string | undefined {
  const before = payloadOf(env)?.before
  // All zeros for a new branch.
  const pushed =
    typeof before === 'string' && COMMIT.test(before) && !/^0+$/.test(before) ? before : undefined
  return pullRequestOf(env)?.base ?? pushed
}

const COMMIT = /^[0-9a-f]{40,64}$/

/** Reads the event file of the runner; undefined for other events, and if it cannot be read. */
export function pullRequestOf(env: NodeJS.ProcessEnv): PullRequest | undefined {
  const pull = payloadOf(env)?.pull_request
  if (pull === undefined || !Number.isSafeInteger(pull.number)) return undefined
  const { base, head } = pull
  return {
    number: pull.number as number,
    base: typeof base?.sha === 'string' && COMMIT.test(base.sha) ? base.sha : undefined,
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
