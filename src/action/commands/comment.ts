/**
 * `comment`: what a review found, on its pull request. A pull request from a fork has a token that may only read, so
 * this runs in a workflow of its own, started by `workflow_run`: it checks nothing out, runs nothing of the pull request,
 * and takes which one it is from GitHub, not from the review.
 */
import { ExitCode, KnownError } from '../../errors.ts'
import { findPullRequest, keepComment, LONGEST_COMMENT } from '../comment.ts'
import type { Context } from '../context.ts'
import { pullRequestRunOf } from '../event.ts'
import type { StepResult } from '../result.ts'
import { readReviewFile } from '../review-file.ts'
import { fitting, isQuiet, pageOfRun, summaryOf } from '../summary.ts'

export async function commentCommand({ inputs, env, reviewFolder }: Context): Promise<StepResult> {
  const run = pullRequestRunOf(env)
  if (run === undefined) return nothing('This run was not started by that of a pull request.')
  const found = readReviewFile(reviewFolder)
  if (found === undefined) return nothing('The run of the pull request has left no review.')
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository } = env
  if (inputs.githubToken === undefined || !repository) throw noToken()
  const place = { api, token: inputs.githubToken, repository, name: inputs.comment ?? 'topo' }
  const pullRequest = await findPullRequest(place, run)
  if (pullRequest === undefined)
    return nothing('No open pull request ends with the commit that was reviewed; nothing was commented.')
  const { result, findings } = found
  const text = isQuiet(result, findings)
    ? ''
    : fitting(summaryOf('review', result, findings, pageOfRun(env, run.id)), LONGEST_COMMENT)
  const failure = await keepComment({ ...place, pullRequest }, text)
  if (failure !== undefined)
    throw new KnownError(failure, { code: 'TOPO_COMMENT', exitCode: ExitCode.refused })
  return nothing()
}

const nothing = (...warnings: string[]): StepResult => ({
  ...{ scripts: [], checked: [], changes: [], exitCode: ExitCode.ok, warnings },
})

const noToken = (): KnownError =>
  new KnownError('There is no `github-token`, so nothing can be commented.', {
    code: 'TOPO_COMMENT',
    exitCode: ExitCode.refused,
    hint: 'Leave the input out, and give the job `pull-requests: write`.',
  })
