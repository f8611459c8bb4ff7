/** Parses the YAML header of a script, and reports comments that only look like one. */

import {
  CST,
  isAlias,
  isMap,
  isScalar,
  Lexer,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml'
import { spanAt } from '../../../files/position.ts'
import { lineEndOf } from '../../../text/line-ends.ts'
import { nearest } from '../../../text/nearest.ts'
import { withoutRange } from '../bundle/code-range.ts'
import { METADATA_KEYS } from '../metadata.ts'
import { EMPTY_HEADER, type HeaderComment } from './header-comment.ts'
import type { Lookalike } from './header-lookalikes.ts'
import { InvalidValue, isMetadataKey, readValue } from './header-values.ts'
import { type Header, type HeaderProblem, noHeader, scanHeader } from './scan-header.ts'

type Range = [start: number, end: number]
type AddProblem = (message: string, fix: string, range: Range) => void

/** Parses a text without byte order mark. Returns errors as problems; never throws. */
export function parseHeader(text: string, found = scanHeader(text)): Header {
  const header = found.comment ? parseComment(text, found.comment) : noHeader(text)
  for (const lookalike of found.lookalikes) header.problems.push(problemOf(lookalike, text))
  return header
}

function problemOf(
  { message, fix, range: [start, end], edit }: Lookalike,
  text: string,
): HeaderProblem {
  const problem = { rule: 'header' as const, message, fix, ...spanAt(text, start, end) }
  if (edit === undefined) return problem
  const [opening, closing] = EMPTY_HEADER
  const lineEnd = lineEndOf(text)
  const written = [opening, ...edit.yaml, closing].join(lineEnd)
  if (parseHeader(written + lineEnd).problems.length > 0) return problem
  return { ...problem, edit: { at: spanAt(text, edit.start, edit.end), text: written } }
}

function parseComment(text: string, comment: HeaderComment): Header {
  const { yamlStart, yamlEnd, lines, fault } = comment
  const header: Header = { ...noHeader(text), code: withoutRange(text, lines), lines }
  const report: AddProblem = (message, fix, [start, end]) =>
    header.problems.push({ rule: 'header', message, fix, ...spanAt(text, start, end) })

  if (fault) report(fault.message, fault.fix, fault.range)
  else {
    const inYaml: AddProblem = (message, fix, [start, end]) =>
      report(message, fix, [start + yamlStart, end + yamlStart])
    readYaml(text.slice(yamlStart, yamlEnd), header, yamlStart, inYaml)
  }
  return header
}

function readYaml(yaml: string, header: Header, offset: number, report: AddProblem): void {
  const document = parseYaml(yaml)
  if (!document) {
    report('The header has too many parts.', KEYS_HINT, [0, yaml.length])
    return
  }
  // The first error only: later errors usually follow from it.
  const [error] = document.errors
  if (error) {
    report(
      YAML_MESSAGES[error.code] ?? `The header is not YAML: ${error.message}.`,
      YAML_FIX,
      error.pos,
    )
  }
  visit(document, { Node: (_, node) => refuse(node, report) })
  const root = document.contents
  if (header.problems.length > 0 || !root) return
  if (isMap<Node, Node | null>(root))
    for (const pair of root.items) readPair(pair, header, offset, report)
  else report('The header does not consist of `key: value` lines.', KEYS_HINT, rangeOf(root))
}

/** Refuses aliases, which can expand a few bytes to gigabytes, and tags, which create values of any type. */
function refuse(node: Node, report: AddProblem): void {
  const feature = refusedFeature(node)
  if (feature) report(`The header uses ${feature}.`, 'Write the value itself.', rangeOf(node))
}

function refusedFeature(node: Node): string | undefined {
  if (isAlias(node)) return 'an alias (`*`)'
  if (node.anchor) return 'an anchor (`&`)'
  return node.tag ? 'a tag (`!`)' : undefined
}

/** Words of other tools and of the service, in lower case, and the key that is meant. */
const MEANT_KEYS: ReadonlyMap<string, string> = new Map([
  ['id', 'slug'],
  ['ispublic', 'public'],
  ['title', 'name'],
  ['visibility', 'public'],
])

function readPair(
  { key, value: node }: Pair<Node, Node | null>,
  { fields, pairs }: Header,
  offset: number,
  report: AddProblem,
): void {
  const name = isScalar(key) ? String(key.value) : ''
  const keyRange = rangeOf(key)
  if (!isMetadataKey(name)) {
    const guess = MEANT_KEYS.get(name.toLowerCase()) ?? nearest(name, METADATA_KEYS)
    const fix = guess ? `Did you mean \`${guess}\`?` : KEYS_HINT
    report(`\`${name}\` is not a key of the header.`, fix, keyRange)
    return
  }
  if (pairs[name]) {
    report(`The header has \`${name}\` twice.`, 'Remove one of them.', keyRange)
    return
  }
  const valueRange = node ? rangeOf(node) : keyRange
  pairs[name] = [keyRange[0] + offset, valueRange[1] + offset]
  const value = readValue(name, node)
  if (!(value instanceof InvalidValue)) Object.assign(fields, { [name]: value })
  else report(...value.explained, valueRange[0] < valueRange[1] ? valueRange : keyRange)
}

function rangeOf({ range }: Node): Range {
  if (!range) return [0, 0]
  const [start, end] = range
  return [start, end]
}

/**
 * Undefined if the text has more lines or structure than any header needs. The parser is recursive: a few thousand
 * brackets would exhaust the stack, and may abort the whole process.
 */
function parseYaml(yaml: string): ReturnType<typeof parseDocument> | undefined {
  if (yaml.length > MOST_LINES && yaml.split('\n', MOST_LINES + 1).length > MOST_LINES)
    return undefined
  let structure = 0
  let scalarNext = false
  for (const token of new Lexer().lex(yaml)) {
    if (!scalarNext && /^[[{?:-]$/.test(token)) structure++
    scalarNext = token === CST.SCALAR
    if (structure > MOST_STRUCTURE) return undefined
  }
  return parseDocument(yaml, { schema: 'failsafe', prettyErrors: false, uniqueKeys: false })
}

/** Limit of brackets, dashes and colons: enough for eight keys and a long list of tags. */
const MOST_STRUCTURE = 250
/** Includes blank lines and comments: the parser needs a second for about ten thousand. topo writes one line per key. */
const MOST_LINES = 2_000
const KEYS_HINT = `The keys are ${METADATA_KEYS.join(', ')}.`
const YAML_FIX =
  'Write one `key: value` per line, and put values with special characters in double quotes.'
const YAML_MESSAGES: Record<string, string> = {
  MULTIPLE_DOCS:
    'The header contains a second document: it must not contain a line with only `---`.',
  TAB_AS_INDENT: 'The header is indented with a tab; YAML only allows spaces.',
}
