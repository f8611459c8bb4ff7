/** Reads Mermaid: flowcharts and sequence diagrams. */
import { usageError } from '../../errors.ts'
import type { Drawing } from '../drawing/drawing.ts'
import { unreadable } from '../drawing/unreadable.ts'
import { readFlowchart } from './flowchart.ts'
import { prepare } from './prepare.ts'
import { readSequence } from './sequence.ts'

export { type SourceBlock, splitMarkdown } from './markdown.ts'

/** Name of a file without folder and suffix. */
export const stemOf = (file: string): string =>
  /([^\\/]*?)(?:\.[^.\\/]*)?$/.exec(file)?.[1] || 'diagram'

/** @throws `TOPO_DIAGRAM_INVALID` with the line, `TOPO_NO_DIAGRAM` for other kinds of diagrams */
export function readMermaid(source: string, file: string): readonly Drawing[] {
  const prepared = prepare(source)
  const [before, kind = ''] = /^\s*([\w-]*)/.exec(prepared.text) ?? []
  if (/^(?:flowchart|flowchart-elk|graph|swimlane-beta)$/.test(kind))
    return [readFlowchart(prepared, stemOf(file))]
  if (/^sequenceDiagram$/i.test(kind)) return [readSequence(prepared, stemOf(file))]
  if (isPlaceholder(source)) {
    throw noDiagram(
      'The block only includes another file, or holds placeholders.',
      'Convert the file that it includes.',
    )
  }
  if (/^[a-zA-Z]\w{2}/.test(kind)) {
    throw noDiagram(
      `This is a diagram of Mermaid that topo does not read: ${kind.slice(0, 40)}.`,
      'topo reads its flowcharts and sequence diagrams.',
    )
  }
  const line = before?.split('\n').length ?? 1
  throw unreadable(
    line,
    'no diagram of Mermaid starts here',
    'Start with flowchart or sequenceDiagram.',
  )
}

const noDiagram = (message: string, hint: string) =>
  usageError(message, { code: 'TOPO_NO_DIAGRAM', hint })

/** How documentation tools include a file, and how templates and examples leave a place open. */
const PLACEHOLDER =
  /^(?:\{\{.*\}\}|\{%.*%\}|<%.*%>|\$\{.*\}|--8<--.*|<<<.*|[!@#]?include\b.*|\.{3}|…|<!--.*-->|<[\w -]+>)$/

function isPlaceholder(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.every((line) => line === '' || PLACEHOLDER.test(line))
}
