/** Reads the event that started the workflow: pull request, source repository, base commit. */
import { readEvent } from '../../cli/io/process/github-event.ts'
import { readRepository } from '../../files/git/git.ts'

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

export interface WorkflowEvent {
  /** Undefined outside of a workflow. */
  name: string | undefined
  /** A pull request that was closed, merged or not. */
  isClosed: boolean
  /** Name of the branch or tag. */
  branch: string
  isDefaultBranch: boolean
}

/** The event that started the workflow. */
export function eventOf(env: NodeJS.ProcessEnv): WorkflowEvent {
  const { action, repository } = readEvent(env)
  const { GITHUB_EVENT_NAME: name, GITHUB_REF: ref = '' } = env
  return {
    name: name || undefined,
    isClosed: action === 'closed',
    branch: ref.replace(/^refs\/(heads|tags)\//, ''),
    isDefaultBranch: repository !== undefined && ref === `refs/heads/${repository.default_branch}`,
  }
}

/**
 * The commit before the changes: that of the pull request or the merge group, or the head of the branch before a push.
 * @param folder of the checkout
 */
export async function baseCommit(
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<string | undefined> {
  const pull = pullRequestOf(env)
  if (pull) return (await mergeTarget(pull, folder)) ?? pull.base
  const { merge_group: group, before } = readEvent(env)
  return group?.base_sha ?? before
}

/**
 * The first parent, if the checkout is the merge commit that actions/checkout makes of a pull request. Since its base
 * was recorded, others may have merged into the target branch.
 */
async function mergeTarget({ head }: PullRequest, folder: string): Promise<string | undefined> {
  if (head === undefined) return undefined
  const reading = await readRepository(folder)
  // The comparison with the base reports a repository that git refuses.
  if (reading.state !== 'known') return undefined
  const { repository } = reading
  if ((await repository.commit('HEAD^2')) !== head) return undefined
  return repository.commit('HEAD^1')
}

/** Undefined for other events, and if the event cannot be read. */
export function pullRequestOf(env: NodeJS.ProcessEnv): PullRequest | undefined {
  const { pull_request: pull } = readEvent(env)
  if (pull === undefined) return undefined
  const { number, base, head } = pull
  // The head has no repository if the fork was deleted.
  const fromFork = head?.repo?.full_name !== base?.repo?.full_name
  return { number, base: base?.sha, head: head?.sha, fromFork }
}

/** Undefined for runs without a pull request, and if the fork was deleted. */
export function pullRequestRunOf(env: NodeJS.ProcessEnv): PullRequestRun | undefined {
  const { workflow_run: run } = readEvent(env)
  if (run === undefined) return undefined
  const { id, head_branch: headBranch, head_sha: headCommit, head_repository: repository } = run
  return { id, headOwner: repository.owner.login, headBranch, headCommit }
}
