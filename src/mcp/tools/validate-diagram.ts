/** `validate_diagram`: validates a script, or one of the project, locally, by the rules of the service. */
import * as z from 'zod/mini'
import { errorsIn, finding, findingLines } from '../check-script.ts'
import { checkLocalScript, localPath } from '../local-script.ts'
import { requireOne } from '../resolve-script.ts'
import { tool } from '../tool.ts'
import { asData, notice } from '../untrusted-text.ts'

export const validateDiagram = tool({
  name: 'validate_diagram',
  title: 'Validate a diagram script',
  description:
    'Runs a script (code, or the path of a local one) in a sandbox and reports findings with their lines. Errors are what the service would refuse; warnings and hints are advice. Sends nothing. Needs no key and no network.',
  input: z.strictObject({
    code: z.optional(z.string()).check(z.describe('The script.')),
    path: z.optional(z.string()).check(z.describe(localPath)),
  }),
  output: z.object({
    valid: z.boolean().check(z.describe('True if the service would accept the script.')),
    errorCount: z.int(),
    warningCount: z.int(),
    findings: z.array(finding),
    notice: z.optional(z.string()),
  }),
  idempotent: true,
  offline: true,
  async call({ code, path }, session) {
    requireOne({ code, path })
    const { findings } =
      path === undefined ? await session.check(code ?? '') : await checkLocalScript(path, session)
    const errorCount = errorsIn(findings)
    const data = {
      valid: errorCount === 0,
      errorCount,
      warningCount: findings.filter(({ severity }) => severity === 'warning').length,
      findings,
      ...(path !== undefined && { notice }),
    }
    const lines = findingLines(findings)
    const verdict = data.valid
      ? 'The service would accept this script.'
      : 'The service would refuse this script.'
    return {
      data,
      text: [verdict, path === undefined || lines === '' ? lines : asData(lines, 'project')]
        .filter(Boolean)
        .join('\n'),
    }
  },
})
