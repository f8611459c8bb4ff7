/** What is told of a diagram that was created or updated. */
import { z } from 'zod'
import { lineOf, listed } from './diagram.ts'
import { finding, findingLines, type ToldFinding } from './judgement.ts'
import type { Result } from './tool.ts'
import { asData } from './untrusted-text.ts'

export const written = listed.extend({
  action: z.enum(['created', 'updated', 'unchanged']),
  findings: z.array(finding).describe('Advice on the script; what the service refuses is an error instead.'),
})

type Diagram = z.output<typeof listed>

export function writtenResult(
  action: z.output<typeof written>['action'],
  diagram: Diagram,
  findings: ToldFinding[],
): Result<z.output<typeof written>> {
  const advice = findings.length === 0 ? [] : [`Advice:\n${findingLines(findings)}`]
  return {
    data: { ...diagram, action, findings },
    text: [
      `The diagram is ${action}.`,
      ...advice,
      asData(`${lineOf(diagram)}\nid: ${diagram.id}\nupdatedAt: ${diagram.updatedAt}`),
    ].join('\n'),
  }
}
