/**
 * Blocks in Markdown files that topo keeps up to date, between `<!-- topo checkout -->` and `<!-- /topo -->`. Only the
 * lines between the two change: everything else keeps its bytes.
 */
import { ExitCode, KnownError } from '../../errors.ts'
import { endedLines, withLineFeeds } from '../../text/line-ends.ts'

export const blockFormats = ['mermaid', 'sequence', 'text'] as const
export type BlockFormat = (typeof blockFormats)[number]

export interface MarkdownBlock {
  readonly slug: string
  readonly format: BlockFormat
  /** Only for `sequence`; undefined for all. */
  readonly scenario: string | undefined
  /** One-based lines of its two comments. */
  readonly line: number
  readonly endLine: number
}

export interface PlacedBlock extends MarkdownBlock {
  /** Bytes between the two markers, with the line end of the first. */
  readonly start: number
  readonly end: number
  readonly lineEnd: string
  readonly indent: string
}

export interface BlockUpdate {
  readonly bytes: Buffer
  /** Blocks whose content was another one. */
  readonly changed: readonly MarkdownBlock[]
}

/** A block without end, in another one, malformed, or of something that does not exist. */
export class BlockError extends KnownError {
  readonly line: number
  /** The message without its place. */
  readonly reason: string

  constructor(path: string, line: number, reason: string, hint: string) {
    super(`${path}:${line}: ${reason}`, {
      code: 'TOPO_MARKDOWN_BLOCK',
      exitCode: ExitCode.refused,
      hint,
    })
    this.line = line
    this.reason = reason
  }
}

/** Fast check, before a file is parsed. */
export const mayHaveBlocks = (bytes: Buffer): boolean =>
  /<!--\s*\/?topo\s/.test(bytes.toString('latin1'))

/**
 * @param path for messages
 * @throws BlockError for the first block that is not well-formed
 */
export async function readBlocks(path: string, bytes: Buffer): Promise<PlacedBlock[]> {
  const lines = linesOf(bytes)
  const reader = new BlockReader(path, lines)
  for (const number of await commentLines(lines)) reader.read(number)
  return reader.end()
}

/** @param contentOf the new content of a block, with `\n` as line ends; undefined to keep the old one */
export function replaceBlocks(
  bytes: Buffer,
  blocks: readonly PlacedBlock[],
  contentOf: (block: MarkdownBlock) => string | undefined,
): BlockUpdate {
  const parts: Buffer[] = []
  const changed: MarkdownBlock[] = []
  let at = 0
  for (const block of blocks) {
    const { start, end, lineEnd, indent } = block
    const content = contentOf(block)
    if (content === undefined) continue
    const lines = ['', ...content.trimEnd().split('\n'), '', '']
    const indented = lines.map((line) => (line === '' ? '' : indent + line))
    const text = Buffer.from(indented.join(lineEnd))
    if (isSameText(text, bytes.subarray(start, end))) continue
    parts.push(bytes.subarray(at, start), text)
    at = end
    changed.push(block)
  }
  return {
    bytes: parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(at)]),
    changed,
  }
}

/** True if only line ends differ, as in a checkout with `core.autocrlf`. */
const isSameText = (one: Buffer, other: Buffer): boolean =>
  withLineFeeds(one.toString('latin1')) === withLineFeeds(other.toString('latin1'))

const LONGEST_MARKER = 500

interface Line {
  /** Offsets in bytes; `end` includes the line end. */
  readonly start: number
  readonly end: number
  readonly text: string
  readonly lineEnd: string
}

const markerPattern = /<!--\s*(\/?)topo(?:\s+(.*?))?\s*-->/

type OpenBlock = Omit<MarkdownBlock, 'endLine'>

/** Reads the markers of a file from its start to its end. */
class BlockReader {
  readonly #path: string
  readonly #lines: readonly Line[]
  readonly #blocks: PlacedBlock[] = []
  /** The block that has no end yet, and the index of its first line. */
  #open: { readonly block: OpenBlock; readonly line: number } | undefined

  constructor(path: string, lines: readonly Line[]) {
    this.#path = path
    this.#lines = lines
  }

  /** @param number of a line, from 0 */
  read(number: number): void {
    const { text } = this.#lines[number] as Line
    // A longer line is no marker; the pattern takes quadratic time.
    if (text.length > LONGEST_MARKER) return
    const marker = markerPattern.exec(text)
    if (!marker) return
    if (text.replace(marker[0], '').trim() !== '')
      this.#fail(number, 'The comment must be alone on its line.')
    if (marker[1] === '/') this.#close(number)
    else this.#begin(number, marker[2] ?? '')
  }

  end(): PlacedBlock[] {
    if (this.#open) this.#fail(this.#open.line, 'The block has no end. Add a line <!-- /topo -->.')
    return this.#blocks
  }

  #begin(number: number, words: string): void {
    if (this.#open !== undefined) {
      const first = this.#open.line + 1
      this.#fail(
        number,
        `A block cannot start in the one of line ${first}. Is <!-- /topo --> missing?`,
      )
    }
    if (this.#lines[number]?.lineEnd === '')
      this.#fail(number, 'The block has no end. Add a line <!-- /topo -->.')
    const block = parseMarker(words, number + 1, (message) => this.#fail(number, message))
    this.#open = { block, line: number }
  }

  #close(number: number): void {
    if (this.#open === undefined)
      this.#fail(number, '<!-- /topo --> ends a block, but none is open.')
    const { block, line } = this.#open
    const first = this.#lines[line] as Line
    const last = this.#lines[number] as Line
    const indent = /^\s*/.exec(withoutMark(first.text))?.[0] ?? ''
    this.#blocks.push({
      ...block,
      endLine: number + 1,
      start: first.end,
      end: last.start,
      lineEnd: first.lineEnd,
      indent,
    })
    this.#open = undefined
  }

  #fail(number: number, message: string): never {
    throw new BlockError(this.#path, number + 1, message, CORRECT_IT)
  }
}

const CORRECT_IT = 'Correct this line.'

/** Without a byte order mark. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

function parseMarker(words: string, line: number, fail: (message: string) => never): OpenBlock {
  const [slug = '', ...options] = words.split(/\s+/)
  if (slug === '' || slug.includes('='))
    fail('The comment must name a script: <!-- topo checkout -->.')
  let format: BlockFormat = 'mermaid'
  let scenario: string | undefined
  for (const option of options) {
    const [, name, value = ''] = /^(\w+)=(\S+)$/.exec(option) ?? []
    const namedFormat = blockFormats.find((blockFormat) => blockFormat === value)
    if (name === 'format' && namedFormat) format = namedFormat
    else if (name === 'scenario') scenario = value
    else fail(`"${option}" is not an option. Use format=${blockFormats.join('|')} or scenario=ID.`)
  }
  if (scenario !== undefined && format !== 'sequence') fail('scenario= needs format=sequence.')
  return { slug, format, scenario, line }
}

/** Lines are those of CommonMark. */
function linesOf(bytes: Buffer): Line[] {
  let start = 0
  return endedLines(bytes.toString('latin1')).map(({ text, end: lineEnd }) => {
    const shown = bytes.subarray(start, start + text.length).toString('utf8')
    const line = { start, end: start + text.length + lineEnd.length, text: shown, lineEnd }
    start = line.end
    return line
  })
}

/** Numbers of the lines that belong to HTML, as a parser of Markdown sees it: not to code, or to a longer comment. */
async function commentLines(lines: readonly Line[]): Promise<number[]> {
  const { default: MarkdownIt } = await import('markdown-it')
  const text = lines.map((line) => withoutMark(line.text)).join('\n')
  const shown = /^\s*<(?:pre|script|style|textarea)\b|^\s*<!--(?:(?!-->)[\s\S])*\n/i
  const parser = new MarkdownIt({ html: true })
  // Only blocks matter.
  parser.core.ruler.disable(['inline', 'linkify', 'replacements', 'smartquotes'])
  return parser.parse(text, {}).flatMap(({ type, map, content }) => {
    if (type !== 'html_block' || map === null || shown.test(content)) return []
    const [first, end] = map
    return Array.from({ length: end - first }, (_, i) => first + i)
  })
}
