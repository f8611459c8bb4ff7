/** `validate_diagram`: validates a script, or one of the project, locally, by the rules of the service. */
import * as z from 'zod/mini'
import { errorsIn, finding, findingLines } from '../check-script.ts'
import { checkLocalScript } from '../local-script.ts'
import { diagramArgument, isLocal, readRemembered, requireOne } from '../named-diagram.ts'
import { type Session, tool } from '../tool.ts'
import { asData, notice } from '../untrusted-text.ts'

export const validateDiagram = tool({
  name: 'validate_diagram',
  title: 'Validate a diagram script',
  description:
    'Runs a script (code or diagram) in a sandbox and reports findings with their lines. Errors are what the service would refuse; follow warnings too: the picture may lack what they name. Sends nothing. Code and paths need no key and no network.',
  input: z.strictObject({
    code: z.optional(z.string()).check(z.describe('The script.')),
    diagram: z.optional(diagramArgument),
  }),
  output: z.object({
    valid: z.boolean().check(z.describe('True if the service would accept the script.')),
    errorCount: z.int(),
    warningCount: z.int(),
    findings: z.array(finding),
    notice: z.optional(z.string()),
  }),
  idempotent: true,
  async call({ code, diagram }, session) {
    requireOne({ code, diagram })
    const { findings } = await findingsOf(code, diagram ?? '', session)
    const errorCount = errorsIn(findings)
    const data = {
      valid: errorCount === 0,
      errorCount,
      warningCount: findings.filter(({ severity }) => severity === 'warning').length,
      findings,
      ...(code === undefined && { notice }),
    }
    const lines = findingLines(findings)
    const verdict = data.valid
      ? 'The service would accept this script.'
      : 'The service would refuse this script.'
    return {
      data,
      text: [
        verdict,
        code !== undefined || lines === ''
          ? lines
          : asData(lines, isLocal(diagram ?? '') ? 'project' : 'service'),
      ]
        .filter(Boolean)
        .join('\n'),
    }
  },
})

async function findingsOf(code: string | undefined, diagram: string, session: Session) {
  if (code !== undefined) return session.check(code)
  if (isLocal(diagram)) return checkLocalScript(diagram, session)
  const { content } = await readRemembered(diagram, session)
  return session.check(content.code)
}
