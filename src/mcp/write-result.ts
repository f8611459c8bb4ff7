/** The result of creating or updating a diagram. */
import * as z from 'zod/mini'
import { finding, findingLines, type ReportedFinding } from './check-script.ts'
import { diagramLine, diagramSummary, revisionLine } from './diagram.ts'
import type { ToolResult } from './tool.ts'
import { asData } from './untrusted-text.ts'

export const writeOutput = z.extend(diagramSummary, {
  action: z.enum(['created', 'updated', 'unchanged']),
  findings: z
    .array(finding)
    .check(
      z.describe(
        'Advice on the script. A script that the service would refuse is an error instead.',
      ),
    ),
})

type Diagram = z.output<typeof diagramSummary>

export function writeResult(
  action: z.output<typeof writeOutput>['action'],
  diagram: Diagram,
  findings: ReportedFinding[],
): ToolResult<z.output<typeof writeOutput>> {
  const advice = findings.length === 0 ? [] : [`Advice:\n${findingLines(findings)}`]
  return {
    data: { ...diagram, action, findings },
    text: [
      `The diagram is ${action}.`,
      ...advice,
      asData([diagramLine(diagram), ...revisionLine(diagram)].join('\n')),
    ].join('\n'),
  }
}
