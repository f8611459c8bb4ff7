/**
 * The text behind what a script draws: where an option is written, and where something can be mended. It is
 * looked at only when a rule has found something: a script without a finding does not pay for it, and the
 * topology stays a plain value. Everything here may answer "nothing is written there": of what the script
 * computes, or of a topology that was handed on as data.
 */
import type {
  Argument,
  CallExpression,
  Expression,
  NewExpression,
  Node,
  ObjectExpression,
  ObjectProperty,
} from 'oxc-parser'
import type { ParsedScript } from './parse.ts'
import type { LineIndex, Span } from './position.ts'
import type { Topology } from './topology.ts'
import { childrenOf } from './tree.ts'

interface Source {
  readonly script: ParsedScript
  readonly text: string
  readonly lines: LineIndex
}

interface Call {
  readonly node: CallExpression | NewExpression
  /** Where the statement begins that the call is all of; undefined in functions, which run who knows when. */
  readonly statement: number | undefined
}

interface Calls {
  /** By the offset of their end, which no two calls share. */
  readonly byEnd: ReadonlyMap<number, Call>
  /** The script itself returns somewhere. */
  readonly returns: boolean
}

const sources = new WeakMap<Topology, Source & { calls?: Calls }>()

export function rememberSource(topology: Topology, source: Source): void {
  sources.set(topology, source)
}

/** Where an option is written in the call at `at`: its name, and its value. */
export function writtenOption(
  topology: Topology,
  at: Span,
  name: string,
): { readonly name: Span; readonly value: Span } | undefined {
  const source = sources.get(topology)
  const found = source && propertiesOf(callAt(source, at)).get(name)
  return found && { name: spanOf(source, found.key), value: spanOf(source, found.value) }
}

/** Where the text of the script has what a pattern (with the flag `g`) looks for. */
export function* occurrences(
  topology: Topology,
  pattern: RegExp,
): Generator<{ readonly at: Span; readonly text: string }> {
  const source = sources.get(topology)
  for (const { index, 0: text } of source?.text.matchAll(pattern) ?? []) {
    yield { at: source?.lines.span(index, index + text.length) as Span, text }
  }
}

/** The number that is written as the id in the call at `at`. */
export function numericId(topology: Topology, at: Span): Span | undefined {
  const source = sources.get(topology)
  const first = source && callAt(source, at)?.node.arguments[0]
  const id = first?.type === 'ObjectExpression' ? soleProperty(first, 'id') : first
  if (source === undefined || id?.type !== 'Literal' || typeof id.value !== 'number') return undefined
  return spanOf(source, id)
}

/** The beginning of the statement that the call at `at` is all of, where `await` may be written. */
export function statementStart(topology: Topology, at: Span): Span | undefined {
  const source = sources.get(topology)
  const start = source && callAt(source, at)?.statement
  return start === undefined ? undefined : source?.lines.span(start, start)
}

/**
 * The constant that holds the flow which is made at `at`, and the end of the script, where it may be
 * returned: undefined where the script returns already.
 */
export function flowVariable(
  topology: Topology,
  at: Span,
): { readonly name: string; readonly end: Span; readonly text: string } | undefined {
  const source = sources.get(topology)
  if (source === undefined || callsOf(source).returns) return undefined
  const made = callAt(source, at)?.node
  for (const statement of bodyOf(source.script)) {
    if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') continue
    for (const { id, init } of statement.declarations) {
      if (id.type !== 'Identifier' || init === null || rootOf(init) !== made || made === undefined) continue
      const { length } = source.text
      return { name: id.name, end: source.lines.span(length, length), text: source.text }
    }
  }
  return undefined
}

/** `new F().from('a').to('b')` is what `new F()` is: each method of a flow gives the flow. */
function rootOf(expression: Expression): Expression {
  let root = expression
  while (root.type === 'CallExpression' && root.callee.type === 'MemberExpression') {
    const { object } = root.callee
    if (object.type === 'Super') break
    root = object
  }
  return root
}

/** The first of each name, for a call may be looked at once for each option and each time that it was made. */
function propertiesOf(call: Call | undefined): ReadonlyMap<string, ObjectProperty> {
  const known = call && properties.get(call)
  if (known !== undefined) return known
  const found = new Map<string, ObjectProperty>()
  for (const config of call?.node.arguments ?? []) {
    const object = bare(config)
    if (object?.type !== 'ObjectExpression') continue
    for (const part of object.properties) {
      const name = part.type === 'SpreadElement' || part.computed ? undefined : nameOf(part.key)
      if (name !== undefined && !found.has(name)) found.set(name, part as ObjectProperty)
    }
  }
  if (call !== undefined) properties.set(call, found)
  return found
}

const properties = new WeakMap<Call, ReadonlyMap<string, ObjectProperty>>()

/** What is spread in, or written twice, may bring another value. */
function soleProperty({ properties }: ObjectExpression, name: string): Expression | undefined {
  const values: Expression[] = []
  for (const part of properties) {
    if (part.type === 'SpreadElement' || part.computed) return undefined
    if (nameOf(part.key) === name) values.push(part.value)
  }
  return values.length === 1 ? values[0] : undefined
}

/** Without types and parentheses around it. */
function bare(config: Argument): ObjectExpression | Argument {
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

function spanOf({ script, lines }: Source, { start, end }: Node): Span {
  return lines.span(start - script.shift, end - script.shift)
}

function callAt(source: Source, { endLine, endColumn }: Span): Call | undefined {
  return callsOf(source).byEnd.get(source.lines.offset(endLine, endColumn))
}

function callsOf(source: Source & { calls?: Calls }): Calls {
  source.calls ??= readCalls(source.script)
  return source.calls
}

/** The statements of the script, inside the function that it is the body of. */
function bodyOf({ program }: ParsedScript): readonly Node[] {
  const [wrapper] = program.body
  const script = wrapper?.type === 'ExpressionStatement' ? wrapper.expression : undefined
  return script?.type === 'ArrowFunctionExpression' && script.body?.type === 'BlockStatement'
    ? script.body.body
    : []
}

const INNER = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ClassBody'])

/** Without recursion, as in `instrument.ts`. */
function readCalls(script: ParsedScript): Calls {
  const byEnd = new Map<number, Call>()
  let returns = false
  const waiting: { node: Node; inner: boolean; statement?: number }[] = bodyOf(script).map((node) => ({
    node,
    inner: false,
  }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, statement } = next
    const inner = next.inner || INNER.has(node.type)
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      byEnd.set(node.end - script.shift, { node, statement })
    }
    if (node.type === 'ReturnStatement' && !inner) returns = true
    if (node.type === 'ExpressionStatement' && !inner) {
      waiting.push({ node: node.expression, inner, statement: node.start - script.shift })
      continue
    }
    for (const child of childrenOf(node)) waiting.push({ node: child, inner })
  }
  return { byEnd, returns }
}
