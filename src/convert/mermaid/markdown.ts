/** Finds the diagrams of Mermaid in a Markdown file. */
import { linesIn } from '../../text/line-ends.ts'
import { unreadable } from '../drawing/unreadable.ts'
import { type Fence, fenceOf } from './fences.ts'
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

/** A longer fence of Markdown: what it contains is an example. */
const EXAMPLE = /^[ \t>]{0,20}(`{4,}|~{4,})[ \t]*(?:md|mdx|markdown)\b/i

const HEADING = /^#{1,6}[ \t]+(.{1,200})/
/** The comments around what topo writes. */
const OWN = /^\s*<!-- \/?topo\b/

/** Lines before all diagrams together: each diagram is read with those before it. */
const MOST_LINES = 10_000_000

/**
 * The diagrams of a Markdown file, without those that topo itself writes; none for other files.
 * @param name of the file, for a diagram without a heading; several are named after both
 */
export function splitMarkdown(text: string, file: string, name: string): readonly SourceBlock[] {
  if (!/\.(?:md|mdx|markdown)$/i.test(file) && /\.[a-z\d]{1,9}$/i.test(file)) return []
  const blocks = new BlockFinder(linesIn(text)).find()
  return blocks.map((block) => {
    const words = blocks.length === 1 ? block.title || name : `${name} ${block.title}`
    return { ...block, name: words }
  })
}

type FoundBlock = Omit<SourceBlock, 'name'> & { readonly title: string }

class BlockFinder {
  readonly #lines: readonly string[]
  readonly #blocks: FoundBlock[] = []
  #row = 0
  #heading = ''
  /** True between the comments around what topo writes. */
  #isOwn = false
  /** The marks of the code that is open: a line of it that begins with `#` is no heading. */
  #code: string | undefined
  /** Lines before all diagrams together. */
  #linesBefore = 0

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  find(): readonly FoundBlock[] {
    for (; this.#row < this.#lines.length; this.#row++) {
      const line = this.#lines[this.#row] ?? ''
      if (this.#code === undefined) this.#heading = HEADING.exec(line)?.[1] ?? this.#heading
      if (OWN.test(line)) this.#isOwn = !line.includes('/topo')
      if (this.#isOwn) continue

      const fence = fenceOf(line)
      if (fence) this.#readBlock(fence)
      else if (EXAMPLE.test(line)) this.#row = endOfExample(this.#lines, this.#row)
      else this.#code = codeAfter(line, this.#code)
    }
    return this.#blocks
  }

  #readBlock(fence: Fence): void {
    const start = this.#row + 1
    this.#linesBefore += start
    if (this.#linesBefore > MOST_LINES) {
      throw unreadable(start, 'there are too many diagrams before this one', 'Split the file.')
    }
    this.#code = undefined
    const isOneLine = fence.firstLine !== '' && fence.isEnd(this.#lines[this.#row] ?? '')
    this.#row = isOneLine ? this.#row : endOfBlock(this.#lines, start, fence)
    this.#blocks.push({
      text: isOneLine
        ? '\n'.repeat(start - 1) + fence.decode(fence.firstLine)
        : textOfBlock(this.#lines, start, this.#row, fence),
      line: start + 1,
      title: textOf(this.#heading),
    })
  }
}

/** The marks of the code that is open behind a line. */
function codeAfter(line: string, open: string | undefined): string | undefined {
  const [, marks, info = ''] = /^[ \t>]{0,20}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
  if (marks === undefined) return open
  if (open === undefined) return marks
  return marks.startsWith(open) && info.trim() === '' ? undefined : open
}

/** The line that closes a block; the number of lines if none does. */
function endOfBlock(lines: readonly string[], start: number, fence: Fence): number {
  for (let end = start; end < lines.length; end++) {
    if (fence.isEnd(lines[end]?.slice(fence.indent.length) ?? '')) return end
  }
  return lines.length
}

/** With as many lines before it as in the file, so that each keeps its number. */
function textOfBlock(lines: readonly string[], start: number, end: number, fence: Fence): string {
  const inside = (line: string) => line.slice(fence.indent.length)
  const rows = lines.slice(start, end).map(inside)
  const last = end < lines.length ? fence.lastLine(inside(lines[end] ?? '')) : ''
  const before = '\n'.repeat(start - 1)
  return before + fence.decode([fence.firstLine, ...rows, last].join('\n'))
}

/** The line that closes the example of a line. */
function endOfExample(lines: readonly string[], row: number): number {
  const [, marks = ''] = EXAMPLE.exec(lines[row] ?? '') ?? []
  for (let end = row + 1; end < lines.length; end++) {
    const line = lines[end]?.replace(/^[ \t>]+/, '').trimEnd() ?? ''
    if (line.startsWith(marks) && line.replaceAll(marks.charAt(0), '') === '') return end
  }
  // It is never closed, so all that follows is the example.
  return lines.length
}
