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
} from 'yaml'
import { type ComposeValue, notCompose, type Reading } from './reading.ts'

/** The parser is recursive: a few thousand brackets exhaust the stack. */
const MOST_DEPTH = 100

/**
 * @param line line of all values, if the text is not that of the source; undefined: their own
 * @throws `TOPO_DIAGRAM_INVALID` if this is not YAML or too large
 */
export function readYaml(text: string, reading: Reading, line?: number): ComposeValue {
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
  const anchors = new Map<string, ComposeValue>()
  const convert = (node: Node | null, before: number): ComposeValue => {
    const at = line ?? (node?.range ? lines.linePos(node.range[0]).line : before)
    if (isAlias(node)) {
      const value = anchors.get(node.source)
      if (!value) reading.tell(at, `alias *${node.source}, which contains itself or is not known`)
      return { ...value, line: at }
    }
    const value: ComposeValue = { line: at, tag: node?.tag, ...content(node, at) }
    if (node && 'anchor' in node && node.anchor) anchors.set(node.anchor, value)
    return value
  }
  const content = (node: Node | null, at: number): Partial<ComposeValue> => {
    if (isMap<Node, Node | null>(node)) {
      const own = new Map<string, ComposeValue>()
      const merged: ComposeValue[] = []
      for (const pair of node.items) {
        const { text: key = '', line: from } = convert(pair.key, at)
        const value = { ...convert(pair.value, from), line: from }
        if (key === '<<') merged.push(...(value.items ?? [value]))
        else if (own.has(key)) reading.tell(from, `${key}, a second time`)
        else own.set(key, value)
      }
      for (const { entries } of merged) {
        reading.spend(entries?.size ?? 0)
        for (const [key, value] of entries ?? []) if (!own.has(key)) own.set(key, value)
      }
      return { entries: own }
    }
    if (isSeq<Node | null>(node)) return { items: node.items.map((item) => convert(item, at)) }
    if (!isScalar(node) || node.value === null) return {}
    return {
      text: typeof node.value === 'string' ? node.value : (node.source ?? String(node.value)),
    }
  }
  return convert(document.contents, 1)
}

function checkDepth(text: string): void {
  let open = 0
  let inLine = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') open++
    else if (token === ']' || token === '}') open = Math.max(0, open - 1)
    else if (token === '-' || token === '?') inLine++
    else if (/^\r?\n/.test(token)) inLine = 0
    const indent = token !== CST.SCALAR && /^ +$/.test(token) ? token.length : 0
    if (open + inLine + indent / 2 > MOST_DEPTH)
      throw notCompose(`its values are nested more than ${MOST_DEPTH} deep`)
  }
}
