/** `validate_diagram`: the service's verdict on a script, without the service. */
import { z } from 'zod'
import { errorsIn, finding, findingLines } from '../judgement.ts'
import { tool } from '../tool.ts'

export const validateDiagram = tool({
  name: 'validate_diagram',
  title: 'Validate a diagram script',
  description:
    'Runs a script safely, in a sandbox on this machine, and says what the service would say, each finding at its line. Errors are what the service refuses; warnings and hints are advice. Nothing is sent. Needs no key and no network.',
  input: z.strictObject({ code: z.string().describe('The script.') }),
  output: z.object({
    valid: z.boolean().describe('Whether the service would take it.'),
    errorCount: z.int(),
    warningCount: z.int(),
    findings: z.array(finding),
  }),
  idempotent: true,
  offline: true,
  async call({ code }, session) {
    const { findings } = await session.judge(code)
    const errorCount = errorsIn(findings)
    const data = {
      valid: errorCount === 0,
      errorCount,
      warningCount: findings.filter(({ severity }) => severity === 'warning').length,
      findings,
    }
    const verdict = data.valid
      ? 'The service would take this script.'
      : 'The service would refuse this script.'
    return { data, text: [verdict, findingLines(findings)].filter(Boolean).join('\n') }
  },
})
