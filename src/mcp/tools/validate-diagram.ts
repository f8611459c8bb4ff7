/** `validate_diagram`: validates a script locally, by the rules of the service. */
import { z } from 'zod'
import { errorsIn, finding, findingLines } from '../check-script.ts'
import { tool } from '../tool.ts'

export const validateDiagram = tool({
  name: 'validate_diagram',
  title: 'Validate a diagram script',
  description:
    'Runs a script in a local sandbox and reports findings with their lines. Errors are what the service would refuse; warnings and hints are advice. Sends nothing. Needs no key and no network.',
  input: z.strictObject({ code: z.string().describe('The script.') }),
  output: z.object({
    valid: z.boolean().describe('True if the service would accept the script.'),
    errorCount: z.int(),
    warningCount: z.int(),
    findings: z.array(finding),
  }),
  idempotent: true,
  offline: true,
  async call({ code }, session) {
    const { findings } = await session.check(code)
    const errorCount = errorsIn(findings)
    const data = {
      valid: errorCount === 0,
      errorCount,
      warningCount: findings.filter(({ severity }) => severity === 'warning').length,
      findings,
    }
    const verdict = data.valid
      ? 'The service would accept this script.'
      : 'The service would refuse this script.'
    return { data, text: [verdict, findingLines(findings)].filter(Boolean).join('\n') }
  },
})
