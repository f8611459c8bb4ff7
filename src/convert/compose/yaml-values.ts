/**
 * Reads YAML as values that know their line. An alias is the same value again, not a copy: aliases of aliases cost nothing
 * until somebody walks through them, so each walk is counted by `Reading`.
 */
import {
  CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLMap,
} from 'yaml'
import { type ComposeValue, notCompose, type Reading } from './reading.ts'
import type { ComposeVariables } from './variables.ts'

/** The parser is recursive: a few thousand brackets exhaust the stack. */
const MOST_DEPTH = 100

interface FileOfValues {
  /** Line of all values, if the text is not that of the source; undefined: their own. */
  readonly onlyLine?: number | undefined
  readonly variables: ComposeVariables
}

/** @throws `TOPO_DIAGRAM_INVALID` if this is not YAML or too large */
export function readYaml(text: string, reading: Reading, file: FileOfValues): ComposeValue {
  checkDepth(text)
  const lines = new LineCounter()
  // Its check of unique keys compares each key with each other.
  const document = parseDocument(text, {
    lineCounter: lines,
    logLevel: 'silent',
    uniqueKeys: false,
  })
  const [error] = document.errors
  if (error)
    throw notCompose(error.message.replace(/ at line .*/s, ''), lines.linePos(error.pos[0]).line)
  return new NodeReader(reading, lines, file).read(document.contents, 1)
}

class NodeReader {
  readonly #reading: Reading
  readonly #lines: LineCounter
  readonly #file: FileOfValues
  /** Values by their anchors. */
  readonly #anchors = new Map<string, ComposeValue>()

  constructor(reading: Reading, lines: LineCounter, file: FileOfValues) {
    this.#reading = reading
    this.#lines = lines
    this.#file = file
  }

  /** @param lineBefore for a node that stands nowhere */
  read(node: Node | null, lineBefore: number): ComposeValue {
    const line = this.#file.onlyLine ?? this.#lineOf(node) ?? lineBefore
    if (isAlias(node)) {
      const { source } = node
      const value = this.#anchors.get(source)
      if (!value) {
        this.#reading.tell(line, `alias *${source}, which contains itself or is not known`)
      }
      return { ...value, line }
    }
    const { variables } = this.#file
    const value = { line, tag: node?.tag, variables, ...this.#contentOf(node, line) }
    if (node && 'anchor' in node && node.anchor) this.#anchors.set(node.anchor, value)
    return value
  }

  #lineOf(node: Node | null): number | undefined {
    return node?.range ? this.#lines.linePos(node.range[0]).line : undefined
  }

  #contentOf(node: Node | null, line: number): Partial<ComposeValue> {
    if (isMap<Node, Node | null>(node)) return { entries: this.#readMap(node, line) }
    if (isSeq<Node | null>(node)) {
      return { items: node.items.map((item) => this.read(item, line)) }
    }
    if (!isScalar(node) || node.value === null) return {}
    const { value, source } = node
    return { text: typeof value === 'string' ? value : (source ?? String(value)) }
  }

  #readMap(node: YAMLMap<Node, Node | null>, line: number): Map<string, ComposeValue> {
    const entries = new Map<string, ComposeValue>()
    const merged: ComposeValue[] = []
    for (const pair of node.items) {
      const { text: key = '', line: lineOfKey } = this.read(pair.key, line)
      const value = { ...this.read(pair.value, lineOfKey), line: lineOfKey }
      if (key === '<<') merged.push(...(value.items ?? [value]))
      else if (entries.has(key)) this.#reading.tell(lineOfKey, `${key}, a second time`)
      else entries.set(key, value)
    }
    for (const value of merged) this.#mergeInto(entries, value.entries ?? new Map())
    return entries
  }

  /** `<<`: the entries of the map itself, and of those merged before, win. */
  #mergeInto(entries: Map<string, ComposeValue>, merged: ReadonlyMap<string, ComposeValue>): void {
    this.#reading.spend(merged.size)
    for (const [key, value] of merged) if (!entries.has(key)) entries.set(key, value)
  }
}

function checkDepth(text: string): void {
  let open = 0
  let inLine = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') open++
    else if (token === ']' || token === '}') open = Math.max(0, open - 1)
    else if (token === '-' || token === '?') inLine++
    else if (/^\r?\n/.test(token)) inLine = 0

    if (open + inLine + indentOf(token) / 2 > MOST_DEPTH) {
      throw notCompose(`its values are nested more than ${MOST_DEPTH} deep`)
    }
  }
}

const indentOf = (token: string): number =>
  token !== CST.SCALAR && /^ +$/.test(token) ? token.length : 0
