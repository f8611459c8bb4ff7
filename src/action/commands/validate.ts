/** `validate`: the verdict on every script, with no service and no key. */

import { resultOf } from '../../cli/findings.ts'
import { exitCodeFor } from '../../cli/threshold.ts'
import { hasErrors } from '../../project/check.ts'
import { checkProject } from '../../project/selection.ts'
import { changesSince } from '../changes.ts'
import type { Context } from '../context.ts'
import type { Result } from '../result.ts'

export async function validate({ inputs, project, base }: Context): Promise<Result> {
  const { paths, shard } = inputs
  const checked = await checkProject(project, { paths, shard })
  const scripts = checked.map(({ script }) => script)
  const changes = base === undefined ? [] : await changesSince(base, scripts, project)
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
    exitCode: exitCodeFor(resultOf(checked, project), {
      'fail-on': inputs.failOn,
      strict: false,
      'max-warnings': undefined,
    }),
    warnings: changes === undefined ? [UNKNOWN_BASE] : [],
  }
}

const UNKNOWN_BASE =
  'What changed in the diagrams is not shown: this checkout does not hold the commit to compare with. Give actions/checkout `fetch-depth: 0`.'
