/** `validate`: validates all scripts, without service and key; `review` also draws the changed diagrams. */

import { resultOf } from '../../cli/validate/findings.ts'
import { exitCodeFor } from '../../cli/validate/threshold.ts'
import { hasErrors } from '../../project/check/check.ts'
import { ReviewFolder } from '../../project/review/review-folder.ts'
import { checkProject } from '../../project/select/selection.ts'
import { changesSince } from '../changes.ts'
import type { Context } from '../context.ts'
import type { StepResult } from '../result.ts'

export const validateCommand = (context: Context): Promise<StepResult> => validateScripts(context, undefined)

export async function review(context: Context): Promise<StepResult> {
  const folder = new ReviewFolder(context.reviewFolder)
  const result = await validateScripts(context, folder)
  await folder.finish()
  return result
}

async function validateScripts(
  { inputs, project, base }: Context,
  folder: ReviewFolder | undefined,
): Promise<StepResult> {
  const { paths, shard } = inputs
  // A pull request can delete the last script.
  const checked = await checkProject(project, { paths, shard, allowEmpty: folder !== undefined })
  const changes =
    base === undefined
      ? undefined
      : await changesSince(base, checked, project, folder && ((one) => folder.add(one)))
  return {
    scripts: checked.map((one) => ({
      path: one.script.path,
      slug: one.script.slug,
      status: hasErrors(one) ? ('invalid' as const) : ('valid' as const),
      reason: '',
      url: null,
    })),
    checked,
    changes: changes ?? [],
    ...(changes && {
      unchanged: checked.length - changes.filter(({ change }) => change !== 'removed').length,
    }),
    exitCode: exitCodeFor(resultOf(checked, project), {
      'fail-on': inputs.failOn,
      strict: false,
      'max-warnings': undefined,
    }),
    warnings: base !== undefined && changes === undefined ? [UNKNOWN_BASE] : [],
  }
}

const UNKNOWN_BASE =
  'Changes of the diagrams are not shown: this checkout does not contain the commit to compare with. Set `fetch-depth: 0` for actions/checkout.'
