/** What is told of a diagram that was created or updated. */
import { z } from 'zod'
import { diagramSummary, lineOf } from './diagram.ts'
import { finding, findingLines, type ReportedFinding } from './judgement.ts'
import type { ToolResult } from './tool.ts'
import { asData } from './untrusted-text.ts'

export const writtenDiagram = diagramSummary.extend({
  action: z.enum(['created', 'updated', 'unchanged']),
  findings: z.array(finding).describe('Advice on the script; what the service refuses is an error instead.'),
})

type Diagram = z.output<typeof diagramSummary>

export function writtenResult(
  action: z.output<typeof writtenDiagram>['action'],
  diagram: Diagram,
  findings: ReportedFinding[],
): ToolResult<z.output<typeof writtenDiagram>> {
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
