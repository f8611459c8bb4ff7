/**
 * `comment`: comments the result of a review on its pull request. A run of a fork has a read-only token, so this runs
 * in a separate workflow, started by `workflow_run`. It checks nothing out, runs no code of the pull request, and gets
 * the number of the pull request from GitHub, not from the review.
 */
import { type KnownError, refusedError } from '../../errors.ts'
import { findPullRequest, updateComment } from '../report/comment.ts'
import { readReviewFile } from '../report/review-file.ts'
import { nothingToReport, pageOfRun, summaryOf } from '../report/summary.ts'
import type { Context } from '../step/context.ts'
import { pullRequestRunOf } from '../step/event.ts'
import { placeOf } from '../step/github.ts'
import { emptyResult, type StepResult } from '../step/result.ts'

export async function commentCommand(context: Context): Promise<StepResult> {
  const { inputs, env, reviewFolder } = context
  const run = pullRequestRunOf(env)
  if (run === undefined)
    return emptyResult('The run that started this workflow has no pull request.')
  const found = readReviewFile(reviewFolder)
  if (found === undefined) return emptyResult('The run of the pull request left no review.')
  const place = placeOf(context)
  if (place === undefined) throw noToken()
  const pullRequest = await findPullRequest(place, run)
  if (pullRequest === undefined)
    return emptyResult(
      'No open pull request has the reviewed commit as its head; nothing was commented.',
    )
  const { result, findings } = found
  const text = nothingToReport(result, findings)
    ? ''
    : summaryOf('review', result, findings, { page: pageOfRun(env, run.id), where: 'comment' })
  const name = typeof inputs.comment === 'string' ? inputs.comment : `comment ${found.name}`
  const failure = await updateComment({ ...place, name, pullRequest }, text)
  if (failure !== undefined) throw refusedError(failure, { code: 'TOPO_COMMENT' })
  return emptyResult()
}

const noToken = (): KnownError =>
  refusedError('Cannot comment: the input `github-token` is empty.', {
    code: 'TOPO_COMMENT',
    hint: 'Remove the input, so that its default is used, and give the job `pull-requests: write`.',
  })
