/**
 * Locates options in the source text, and the places for automatic fixes. Evaluated only for findings, so that
 * scripts without findings cost nothing. All functions return undefined for computed options, and for a
 * topology that did not come from a script.
 */
import type { Expression, ObjectExpression, Property } from 'estree'
import { addTo, HiddenValue } from '../../grouped.ts'
import type { LineIndex, Span } from '../model/position.ts'
import type { Topology } from '../model/topology.ts'
import { methodBefore } from './method-chains.ts'
import { type ParsedScript, statementsOf } from './parse.ts'
import { addChildren, type Node } from './syntax-tree.ts'
import {
  INNER,
  readCalls,
  type WordRange,
  type WrittenCall,
  type WrittenCalls,
} from './written-calls.ts'

export interface ParsedSource {
  readonly script: ParsedScript
  readonly text: string
  readonly lines: LineIndex
}

/** With what was looked up before. */
type KnownSource = ParsedSource & { calls?: WrittenCalls; builder?: string }

const sources = new HiddenValue<Topology, KnownSource>()

export function rememberSource(topology: Topology, source: ParsedSource): void {
  sources.set(topology, source)
}

/** Finds an option in the call at `at`: the spans of its name and its value. */
export function writtenOption(
  topology: Topology,
  at: Span,
  name: string,
): { readonly name: Span; readonly value: Span } | undefined {
  const source = sources.get(topology)
  const found = source && propertiesOf(callAt(source, at)).get(name)
  return found && { name: spanOf(source, found.key), value: spanOf(source, found.value) }
}

/** Finds all matches of a pattern (with the flag `g`) in the script. */
export function* occurrences(
  topology: Topology,
  pattern: RegExp,
): Generator<{ readonly at: Span; readonly text: string }> {
  const source = sources.get(topology)
  for (const { index, 0: text } of source?.text.matchAll(pattern) ?? []) {
    yield { at: source?.lines.span(index, index + text.length) as Span, text }
  }
}

/**
 * The only place in the call at `at` where a word is written: the inside of a string, the name of an option or the name
 * of the method.
 */
export function writtenWord(topology: Topology, at: Span, word: string): Span | undefined {
  const source = sources.get(topology)
  const call = source && callAt(source, at)
  const found = call && wordsOf(call).get(word)
  const [place] = found ?? []
  if (source === undefined || place === undefined || found?.length !== 1) return undefined
  const start = place.start - source.script.shift
  const end = place.end - source.script.shift
  // A string with escapes is not the word.
  return source.text.slice(start, end) === word ? source.lines.span(start, end) : undefined
}

/** A string as the script has it. */
export interface WrittenText {
  readonly text: string
  /** Inside of its quotes. */
  readonly at: Span
}

/**
 * The strings in the call at `at` that name nodes: its option `id`, its first two arguments, or the strings in an array of
 * its first argument. Without strings that have escapes.
 */
export function writtenIds(topology: Topology, at: Span): readonly WrittenText[] {
  const source = sources.get(topology)
  const call = source && callAt(source, at)
  if (source === undefined || call === undefined) return []
  const id = propertiesOf(call).get('id')?.value
  const [first, second] = call.node.arguments
  const waiting: (Node | null | undefined)[] = id ? [id] : [second, first]
  const ids: WrittenText[] = []
  for (let node = waiting.pop(); waiting.length > 0 || node !== undefined; node = waiting.pop()) {
    if (node?.type === 'ArrayExpression') waiting.push(...node.elements.toReversed())
    const written = node && writtenText(source, node)
    if (written) ids.push(written)
  }
  return ids
}

/** Undefined if the node is no string, or has escapes. */
function writtenText({ script, text, lines }: ParsedSource, node: Node): WrittenText | undefined {
  if (node.type !== 'Literal' || typeof node.value !== 'string') return undefined
  const start = node.start + 1 - script.shift
  const end = node.end - 1 - script.shift
  const content = text.slice(start, end)
  return content === node.value ? { text: content, at: lines.span(start, end) } : undefined
}

function wordsOf(call: WrittenCall): ReadonlyMap<string, readonly WordRange[]> {
  if (call.words !== undefined) return call.words
  const words = new Map<string, WordRange[]>()
  const { callee } = call.node
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    addTo(words, callee.property.name, callee.property)
  }
  const waiting: Node[] = [...call.node.arguments]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!INNER.has(node.type)) addWords(words, node, waiting)
  }
  call.words = words
  return words
}

/** Adds the word of a node, and what is inside the node to the nodes that are waiting. */
function addWords(words: Map<string, WordRange[]>, node: Node, waiting: Node[]): void {
  if (node.type === 'Literal' && typeof node.value === 'string') {
    addTo(words, node.value, { start: node.start + 1, end: node.end - 1 })
  } else if (node.type === 'Property' && !node.computed && node.key.type === 'Identifier') {
    if (!node.shorthand) addTo(words, node.key.name, node.key)
    waiting.push(node.value)
  } else addChildren(node, waiting)
}

/** The span of the numeric id in the call at `at`. */
export function numericId(topology: Topology, at: Span): Span | undefined {
  const source = sources.get(topology)
  const first = source && callAt(source, at)?.node.arguments[0]
  const id = first?.type === 'ObjectExpression' ? soleProperty(first, 'id') : first
  if (source === undefined || id?.type !== 'Literal' || typeof id.value !== 'number')
    return undefined
  return spanOf(source, id)
}

/** The start of the statement that consists of the call at `at`, where `await` can be added. */
export function statementStart(topology: Topology, at: Span): Span | undefined {
  const source = sources.get(topology)
  const start = source && callAt(source, at)?.statement
  return start === undefined ? undefined : source?.lines.span(start, start)
}

/** The method that made what the call at `at` is called on, if it is written there. */
export function methodBeforeCall(topology: Topology, at: Span): string | undefined {
  const source = sources.get(topology)
  const call = source && callAt(source, at)
  return call && methodBefore(call.node.callee)
}

/**
 * The constant with the flow created at `at`, and the end of the script, where a return statement can be added.
 * Undefined if the script already has one.
 */
export function flowVariable(
  topology: Topology,
  at: Span,
): { readonly name: string; readonly end: Span; readonly text: string } | undefined {
  const source = sources.get(topology)
  if (source === undefined || callsOf(source).returns) return undefined
  const { name, kind } = declarationOf(source, at) ?? {}
  const { length } = source.text
  if (name === undefined || kind !== 'const') return undefined
  return { name, end: source.lines.span(length, length), text: source.text }
}

/** The variable of the first TopologyBuilder, for lines to add. */
export function builderVariable(topology: Topology): string {
  const source = sources.get(topology)
  const at = topology.builders[0]?.at
  if (source === undefined || at === undefined) return 'topology'
  source.builder ??= declarationOf(source, at)?.name ?? 'topology'
  return source.builder
}

/** The top-level variable of what is created at `at`. */
function declarationOf(source: ParsedSource, at: Span): { name: string; kind: string } | undefined {
  const made = callAt(source, at)?.node
  for (const statement of statementsOf(source.script)) {
    if (statement.type !== 'VariableDeclaration' || made === undefined) continue
    for (const { id, init } of statement.declarations) {
      if (id.type === 'Identifier' && init && rootOf(init) === made)
        return { name: id.name, kind: statement.kind }
    }
  }
  return undefined
}

/** `new F()` of `new F().from('a').to('b')`: every method of a flow returns the flow. */
function rootOf(expression: Expression): Expression {
  let root = expression
  while (root.type === 'CallExpression' && root.callee.type === 'MemberExpression') {
    const { object } = root.callee
    if (object.type === 'Super') break
    root = object
  }
  return root
}

/** The first property of each name. */
function propertiesOf(call: WrittenCall | undefined): ReadonlyMap<string, Property> {
  if (call?.properties !== undefined) return call.properties
  const properties = new Map<string, Property>()
  for (const config of call?.node.arguments ?? []) {
    const object = bare(config)
    if (object?.type === 'ObjectExpression') addProperties(properties, object)
  }
  if (call !== undefined) call.properties = properties
  return properties
}

function addProperties(properties: Map<string, Property>, object: ObjectExpression): void {
  for (const part of object.properties) {
    const name = part.type === 'SpreadElement' || part.computed ? undefined : nameOf(part.key)
    if (name !== undefined && !properties.has(name)) properties.set(name, part as Property)
  }
}

/** Undefined if a spread or a duplicate could override the value. */
function soleProperty({ properties }: ObjectExpression, name: string): Node | undefined {
  const values: Node[] = []
  for (const part of properties) {
    if (part.type === 'SpreadElement' || part.computed) return undefined
    if (nameOf(part.key) === name) values.push(part.value)
  }
  return values.length === 1 ? values[0] : undefined
}

/** Removes types and parentheses around an expression. */
function bare(config: Node): ObjectExpression | Node {
  let inner = config
  while (
    inner.type === 'ParenthesizedExpression' ||
    inner.type === 'TSAsExpression' ||
    inner.type === 'TSSatisfiesExpression'
  ) {
    inner = inner.expression
  }
  return inner
}

function nameOf(key: Node): string | undefined {
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' ? String(key.value) : undefined
}

function spanOf({ script, lines }: ParsedSource, { start, end }: Node): Span {
  return lines.span(start - script.shift, end - script.shift)
}

function callAt(source: ParsedSource, { endLine, endColumn }: Span): WrittenCall | undefined {
  return callsOf(source).byEnd.get(source.lines.offset(endLine, endColumn))
}

function callsOf(source: KnownSource): WrittenCalls {
  source.calls ??= readCalls(source.script)
  return source.calls
}
