/** Finds the diagrams of Mermaid in a Markdown file. */
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

/** Lines before all diagrams together: each diagram is read with those before it. */
const MOST_LINES = 10_000_000

/**
 * The fenced blocks of a Markdown file, without those that topo itself writes; none for other files.
 * @param name of the file: several blocks are named after their headings too
 */
export function splitMarkdown(text: string, file: string, name: string): readonly SourceBlock[] {
  if (!/\.(?:md|mdx|markdown)$/i.test(file) && /\.[a-z\d]{1,9}$/i.test(file)) return []
  const lines = text.split(/\r?\n/)
  const blocks: SourceBlock[] = []
  let heading = ''
  let isOwn = false
  let linesBefore = 0
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    heading = /^#{1,6}[ \t]+(.{1,200})/.exec(line)?.[1] ?? heading
    if (/^\s*<!-- \/?topo\b/.test(line)) isOwn = !line.includes('/topo')
    const [, indent = '', fence] = FENCE.exec(line) ?? []
    if (fence === undefined && !isOwn) at = endOfExample(lines, at)
    if (fence === undefined || isOwn) continue
    const start = at + 1
    linesBefore += start
    if (linesBefore > MOST_LINES) {
      throw unreadable(start, 'there are too many diagrams before this one', 'Split the file.')
    }
    while (++at < lines.length && !lines[at]?.slice(indent.length).startsWith(fence));
    const block = lines.slice(start, at).map((one) => one.slice(indent.length))
    // As many lines before it as in the file, so that each keeps its number.
    blocks.push({
      text: '\n'.repeat(start) + block.join('\n'),
      line: start + 1,
      name: `${name} ${textOf(heading)}`,
      title: textOf(heading),
    })
  }
  return blocks.length === 1 ? blocks.map((one) => ({ ...one, name })) : blocks
}

/** The line that closes the example of a line; the same line without one. */
function endOfExample(lines: readonly string[], at: number): number {
  const [, fence] = EXAMPLE.exec(lines[at] ?? '') ?? []
  if (fence === undefined) return at
  for (let end = at + 1; end < lines.length; end++) {
    const line = lines[end]?.replace(/^[ \t>]+/, '').trimEnd() ?? ''
    if (line.startsWith(fence) && line.replaceAll(fence.charAt(0), '') === '') return end
  }
  // It is never closed, so all that follows is the example.
  return lines.length
}
