/** `validate`: validates all scripts, without service and key; `review` also draws the changed diagrams. */

import { resultOf } from '../../cli/findings/findings.ts'
import { exitCodeFor } from '../../cli/findings/threshold.ts'
import { noteStyle } from '../../cli/io/note-style.ts'
import { ExitCode } from '../../errors.ts'
import { skippedInWords } from '../../files/script-link.ts'
import { hasErrors } from '../../project/check/check.ts'
import { compareLabels, givenLabels } from '../../project/check/one-id-two-labels.ts'
import { checkAndKeep } from '../../project/select/selection.ts'
import type { DiagramReview, ReviewResult } from '../../review/diagram-review.ts'
import { addDraft } from '../../review/drafts.ts'
import { ReviewFolder } from '../../review/review-folder.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { type Context, draftsName } from '../step/context.ts'
import type { StepResult } from '../step/result.ts'
import { changesSince } from './changes.ts'

export const validateCommand = (context: Context): Promise<StepResult> =>
  validateScripts(context, true, (reviewed) => reviewed.review)

export async function review(context: Context): Promise<StepResult> {
  const { inputs, terminal, project, reviewFolder } = context
  const folder = new ReviewFolder(reviewFolder, project.config.style)
  noteStyle(project.config.style, terminal)
  const host =
    inputs.drafts && !inputs.dryRun
      ? { name: draftsName(context), ...(await context.service()) }
      : undefined
  let refused: ExitCode = ExitCode.ok
  const result = await validateScripts(context, false, async (reviewed) => {
    if (host) {
      context.unanswered.begin(reviewed.review.path)
      refused = (await addDraft(reviewed, host)) ?? refused
      context.unanswered.end(reviewed.review.path)
    }
    terminal.out.line(`${reviewed.review.change.padEnd(12)}  ${forTerminal(reviewed.review.path)}`)
    return folder.add(reviewed)
  })
  await folder.finish(result.stale ?? [])
  return { ...result, exitCode: result.exitCode || refused }
}

async function validateScripts(
  context: Context,
  needsScripts: boolean,
  keep: (reviewed: ReviewResult) => DiagramReview | Promise<DiagramReview>,
): Promise<StepResult> {
  const { inputs, project, base, soFar, done } = context
  const { paths, shard } = inputs
  // A pull request can delete the last script.
  const skipped: string[] = []
  const each = await checkAndKeep(
    project,
    {
      paths,
      shard,
      allowEmpty: !needsScripts,
      onSkipped: (links) => skipped.push(...skippedInWords(links, project.root)),
    },
    {},
    { outline: true, keep: (one) => ({ ...one, labels: givenLabels(one) }) },
  )
  const checked = await compareLabels(each, project.config.rules)
  soFar.checked = checked
  for (const one of checked) {
    const { path, slug } = one.script
    done({ path, slug, status: hasErrors(one) ? 'invalid' : 'valid', reason: '', url: null })
  }
  const keepEach = async (reviewed: ReviewResult) => {
    soFar.changes.push(await keep(reviewed))
  }
  const { stale, notShown } =
    base === undefined ? { stale: [] } : await changesSince(base, checked, context, keepEach)
  const there = soFar.changes.filter(({ change }) => change !== 'removed').length
  return {
    ...soFar,
    stale,
    ...(base !== undefined && notShown === undefined && { unchanged: checked.length - there }),
    exitCode: exitCodeFor(resultOf(checked, project, stale), { 'fail-on': inputs.failOn }),
    warnings: notShown === undefined ? skipped : [...skipped, notShown],
  }
}
