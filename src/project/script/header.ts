/** Reads the YAML header in a script's first comment. */

import { CST, isAlias, isMap, isScalar, Lexer, type Node, type Pair, parseDocument, visit } from 'yaml'
import { nearest } from '../../text/nearest.ts'
import { type FileProblem, positionAt, spanAt } from '../files/position.ts'
import { findHeaderComment } from './header-comment.ts'
import { isMetadataKey, readValue, Wrong } from './header-values.ts'
import { METADATA_KEYS, type Metadata, type MetadataKey } from './metadata.ts'

export type HeaderProblem = Omit<FileProblem, 'path'>

type Range = [start: number, end: number]
type AddProblem = (message: string, fix: string, range: Range) => void

export interface Header {
  /** What the header says, and only that: defaults are not filled in. */
  fields: Partial<Metadata>
  /** The rest of the file, exactly as it is sent. */
  code: string
  /** Offset of the code in the text, and how many lines end before it. */
  codeStart: number
  headerLines: number
  /** Offsets in the text of each `key: value`. */
  pairs: Partial<Record<MetadataKey, Range>>
  problems: HeaderProblem[]
}

/** Reads a text without byte order mark. What is wrong comes back as problems; it never throws. */
export function parseHeader(text: string): Header {
  const comment = findHeaderComment(text)
  if (!comment) return { fields: {}, code: text, codeStart: 0, headerLines: 0, pairs: {}, problems: [] }

  const { yamlStart, yamlEnd, codeStart, fault } = comment
  const header: Header = {
    fields: {},
    code: text.slice(codeStart),
    codeStart,
    headerLines: positionAt(text, codeStart).line - 1,
    pairs: {},
    problems: [],
  }
  const report: AddProblem = (message, fix, [start, end]) =>
    header.problems.push({ rule: 'header', message, fix, ...spanAt(text, start, end) })

  if (fault) report(fault.message, fault.fix, fault.range)
  else new YamlReader(header, yamlStart, report).read(text.slice(yamlStart, yamlEnd))
  return header
}

class YamlReader {
  readonly #header: Header
  readonly #offset: number
  readonly #report: AddProblem

  constructor(header: Header, offset: number, report: AddProblem) {
    this.#header = header
    this.#offset = offset
    this.#report = report
  }

  read(yaml: string): void {
    const document = parseYaml(yaml)
    if (!document) {
      this.#report('The header has too many parts.', KEYS_HINT, this.#range([0, yaml.length]))
      return
    }
    // The first error only: the parser goes on, but what it finds is what follows from that one.
    const [error] = document.errors
    if (error) {
      const message = YAML_MESSAGES[error.code] ?? `The header is not YAML: ${error.message}.`
      this.#report(message, YAML_FIX, this.#range(error.pos))
    }
    visit(document, { Node: (_, node) => this.#refuse(node) })
    const root = document.contents
    if (this.#header.problems.length > 0 || !root) return
    if (isMap<Node, Node | null>(root)) root.items.forEach(this.#readPair, this)
    else this.#report('The header is not made of `key: value` lines.', KEYS_HINT, this.#rangeOf(root))
  }

  /** Aliases can blow a few bytes up to gigabytes, and tags make values of any kind. */
  #refuse(node: Node): void {
    const what = isAlias(node)
      ? 'an alias (`*`)'
      : node.anchor
        ? 'an anchor (`&`)'
        : node.tag && 'a tag (`!`)'
    if (what) this.#report(`The header uses ${what}.`, 'Write the value itself.', this.#rangeOf(node))
  }

  #readPair({ key, value: node }: Pair<Node, Node | null>): void {
    const name = isScalar(key) ? String(key.value) : ''
    if (!isMetadataKey(name)) {
      const guess = nearest(name, METADATA_KEYS)
      const fix = guess ? `Did you mean \`${guess}\`?` : KEYS_HINT
      this.#report(`\`${name}\` is not a key of the header.`, fix, this.#rangeOf(key))
      return
    }
    const keyRange = this.#rangeOf(key)
    if (this.#header.pairs[name]) {
      this.#report(`The header has \`${name}\` twice.`, 'Remove one of them.', keyRange)
      return
    }
    const valueRange = node ? this.#rangeOf(node) : keyRange
    this.#header.pairs[name] = [keyRange[0], valueRange[1]]
    const value = readValue(name, node)
    if (!(value instanceof Wrong)) Object.assign(this.#header.fields, { [name]: value })
    else this.#report(value.message, value.fix, valueRange[0] < valueRange[1] ? valueRange : keyRange)
  }

  #rangeOf(node: Node): Range {
    return this.#range(node.range ?? [0, 0])
  }

  #range(range: readonly [number, number, ...number[]]): Range {
    return [range[0] + this.#offset, range[1] + this.#offset]
  }
}

/**
 * Undefined where the text has more lines or more structure than any header needs. The parser is recursive: a few thousand
 * brackets would exhaust its stack, and may abort the whole process in doing so.
 */
function parseYaml(yaml: string): ReturnType<typeof parseDocument> | undefined {
  if (yaml.length > MOST_LINES && yaml.split('\n', MOST_LINES + 1).length > MOST_LINES) return undefined
  let structure = 0
  let scalarNext = false
  for (const token of new Lexer().lex(yaml)) {
    if (!scalarNext && /^[[{?:-]$/.test(token)) structure++
    scalarNext = token === CST.SCALAR
    if (structure > MOST_STRUCTURE) return undefined
  }
  return parseDocument(yaml, { schema: 'failsafe', prettyErrors: false, uniqueKeys: false })
}

/** Brackets, dashes and colons: eight keys and a generous list of tags. */
const MOST_STRUCTURE = 250
/** Blank ones and comments too: the parser takes a second for some ten thousand. What topo writes has one a key. */
const MOST_LINES = 2_000
const KEYS_HINT = `The keys are ${METADATA_KEYS.join(', ')}.`
const YAML_FIX = 'Write one `key: value` a line, and put a value with special characters in double quotes.'
const YAML_MESSAGES: Record<string, string> = {
  MULTIPLE_DOCS: 'The header holds a second document: `---` may not stand on a line of its own inside it.',
  TAB_AS_INDENT: 'The header is indented with a tab; YAML takes spaces only.',
}
