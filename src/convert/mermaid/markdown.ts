/** Finds the diagrams of Mermaid in a Markdown file. */
import { linesIn } from '../../text/line-ends.ts'
import { unreadable } from '../drawing/unreadable.ts'
import { textOf } from './prepare.ts'

/** A text that is read for itself, so that an error costs no other. */
export interface SourceBlock {
  readonly text: string
  /** Line of the file where it starts, from 1. `text` has as many empty lines before it. */
  readonly line: number
  /** Name for its script. */
  readonly name: string
  /** The heading above it. */
  readonly title?: string
}

const FENCE = /^([ \t>]{0,20})(`{3,}|~{3,})[ \t]*(?:\{?\.?mermaid\b|mermaid-example\b)/i
/** A longer fence of Markdown: what it contains is an example. */
const EXAMPLE = /^[ \t>]{0,20}(`{4,}|~{4,})[ \t]*(?:md|mdx|markdown)\b/i

const HEADING = /^#{1,6}[ \t]+(.{1,200})/
/** The comments around what topo writes. */
const OWN = /^\s*<!-- \/?topo\b/

/** Lines before all diagrams together: each diagram is read with those before it. */
const MOST_LINES = 10_000_000

/**
 * The fenced blocks of a Markdown file, without those that topo itself writes; none for other files.
 * @param name of the file: several blocks are named after their headings too
 */
export function splitMarkdown(text: string, file: string, name: string): readonly SourceBlock[] {
  if (!/\.(?:md|mdx|markdown)$/i.test(file) && /\.[a-z\d]{1,9}$/i.test(file)) return []
  const lines = linesIn(text)
  const blocks: SourceBlock[] = []
  let heading = ''
  let isOwn = false
  let linesBefore = 0
  for (let row = 0; row < lines.length; row++) {
    const line = lines[row] ?? ''
    heading = HEADING.exec(line)?.[1] ?? heading
    if (OWN.test(line)) isOwn = !line.includes('/topo')
    if (isOwn) continue

    const fence = fenceOf(line)
    if (fence === undefined) {
      row = endOfExample(lines, row)
      continue
    }
    const start = row + 1
    linesBefore += start
    if (linesBefore > MOST_LINES) {
      throw unreadable(start, 'there are too many diagrams before this one', 'Split the file.')
    }
    row = endOfBlock(lines, start, fence)
    const title = textOf(heading)
    blocks.push({
      text: textOfBlock(lines, start, row, fence),
      line: start + 1,
      name: `${name} ${title}`,
      title,
    })
  }
  return blocks.length === 1 ? blocks.map((block) => ({ ...block, name })) : blocks
}

interface Fence {
  /** The characters before it: spaces, and `>` of quotes. */
  readonly indent: string
  readonly marks: string
}

function fenceOf(line: string): Fence | undefined {
  const [, indent = '', marks] = FENCE.exec(line) ?? []
  return marks === undefined ? undefined : { indent, marks }
}

/** The line that closes a block; the number of lines if none does. */
function endOfBlock(lines: readonly string[], start: number, { indent, marks }: Fence): number {
  for (let end = start; end < lines.length; end++) {
    if (lines[end]?.slice(indent.length).startsWith(marks)) return end
  }
  return lines.length
}

/** With as many lines before it as in the file, so that each keeps its number. */
function textOfBlock(
  lines: readonly string[],
  start: number,
  end: number,
  { indent }: Fence,
): string {
  const rows = lines.slice(start, end).map((line) => line.slice(indent.length))
  return '\n'.repeat(start) + rows.join('\n')
}

/** The line that closes the example of a line; the same line without one. */
function endOfExample(lines: readonly string[], row: number): number {
  const [, marks] = EXAMPLE.exec(lines[row] ?? '') ?? []
  if (marks === undefined) return row
  for (let end = row + 1; end < lines.length; end++) {
    const line = lines[end]?.replace(/^[ \t>]+/, '').trimEnd() ?? ''
    if (line.startsWith(marks) && line.replaceAll(marks.charAt(0), '') === '') return end
  }
  // It is never closed, so all that follows is the example.
  return lines.length
}
