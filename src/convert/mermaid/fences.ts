/** How Markdown marks a diagram of Mermaid: between backticks or tildes, between colons, or as HTML. */

export interface Fence {
  /** The characters before it: spaces, and `>` of quotes. */
  readonly indent: string
  /** The first line of the diagram, if it is on the line of the fence. */
  readonly firstLine: string
  /** @param line without the indent */
  isEnd(line: string): boolean
  /** The last line of the diagram, if it is on the line of the end. */
  lastLine(line: string): string
  /** Text of the diagram as its author meant it. */
  decode(text: string): string
}

const INDENT = /^([ \t>]{0,20})/.source
const MARKS = new RegExp(
  `${INDENT}(\`{3,}|~{3,})[ \\t]*(?:\\{?\\.?mermaid\\b|mermaid-example\\b)`,
  'i',
)
/** Azure DevOps. */
const COLONS = new RegExp(`${INDENT}:{3,}[ \\t]*mermaid\\b`, 'i')
const HTML = new RegExp(
  `${INDENT}<(pre|div)\\b[^>]*\\bclass\\s*=\\s*(?:"[^">]*\\bmermaid\\b[^">]*"|'[^'>]*\\bmermaid\\b[^'>]*'|mermaid\\b)[^>]*>(.*)$`,
  'i',
)

/** Undefined if no diagram starts on the line. */
export function fenceOf(line: string): Fence | undefined {
  const marks = MARKS.exec(line)
  if (marks) return plainFence(marks[1] ?? '', marks[2] ?? '')
  const colons = COLONS.exec(line)
  if (colons) return plainFence(colons[1] ?? '', ':::')
  const html = HTML.exec(line)
  return html ? htmlFence(html[1] ?? '', html[2] ?? '', html[3] ?? '') : undefined
}

const plainFence = (indent: string, marks: string): Fence => ({
  indent,
  firstLine: '',
  isEnd: (line) => line.startsWith(marks),
  lastLine: () => '',
  decode: (text) => text,
})

function htmlFence(indent: string, tag: string, firstLine: string): Fence {
  const end = new RegExp(`</${tag}\\s*>`, 'i')
  return {
    indent,
    firstLine: firstLine.replace(new RegExp(`</${tag}\\s*>.*$`, 'i'), ''),
    isEnd: (line) => end.test(line),
    lastLine: (line) => line.slice(0, line.search(end)),
    decode: withoutEntities,
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&gt;': '>',
  '&lt;': '<',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

/** In HTML, an arrow is `--&gt;`. */
const withoutEntities = (text: string): string =>
  text.replace(/&(?:gt|lt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
