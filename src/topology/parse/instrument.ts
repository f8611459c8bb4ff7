/**
 * Instruments a script, so that every element knows its position: each call stores its own number, after its
 * arguments are evaluated and before it runs.
 *
 *     f(a, b)     →  f(a, (t = (0, b), p = 7, t))
 *     f(a, {})    →  f(a, (p = 7, {}))               if its evaluation runs no code
 *     f({ b: 1 }) →  f({ b: (p = 7, 1) })           the interpreter reads what is in brackets twice
 *     f(), new F  →  f(...(p = 7, n)), new F(...(p = 7, n))
 *     f(...xs)    →  f(...xs, ...(p = 7, n))
 *     f(f(f(b)))  →  f(f(f(b), ...(p = 7, n)), …)   deeply nested: more brackets would be too deep to compile
 *     f`a${b}`    →  f`a${(t = (0, b), p = 7, t)}`
 *     for (;;) b  →  for (;;) { p = 7; b }
 *
 * `n` is an empty iterable. `(0, b)` keeps anonymous functions anonymous. The code calls no function and adds
 * no newline. `throw` stores its place too, for thrown values without a stack. Enums become code: `lower-enums.ts`.
 */
import type {
  SimpleCallExpression as CallExpression,
  DoWhileStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  NewExpression,
  ObjectExpression,
  TaggedTemplateExpression,
  ThrowStatement,
  WhileStatement,
} from 'estree'
import { withEdits } from '../model/position.ts'
import { type EnumEdit, lowerEnums } from './lower-enums.ts'
import type { ParsedScript } from './parse.ts'
import { type PlaceRange, placeStart } from './places.ts'
import { addChildren, type Node } from './syntax-tree.ts'

/** A script that stores the place of each call. */
export interface InstrumentedScript {
  /** An expression: an async function with the script as its body. Lines are those of the script plus one. */
  readonly code: string
  /** Names of the variables for the position, the temporary value and the empty iterable. */
  readonly names: {
    readonly position: string
    readonly temporary: string
    readonly nothing: string
  }
  /** Start and end offset in the script, by place number. */
  readonly places: readonly PlaceRange[]
  /** Converts an offset in `code` to one in the script. */
  original(offset: number): number
}

type Place = CallExpression | NewExpression | TaggedTemplateExpression | ThrowStatement
export type Loop =
  | DoWhileStatement
  | ForInStatement
  | ForOfStatement
  | ForStatement
  | WhileStatement

export function instrument(script: ParsedScript, text: string): InstrumentedScript {
  const { wrapped, program, shift, language } = script
  const names = freshNames(text)
  // At the same offset, the edit of the inner construct goes first: its owner starts later.
  const edits: EnumEdit[] = language === 'ts' ? lowerEnums(program, wrapped) : []
  const places: PlaceRange[] = []
  for (const { node, depth } of placesOf(program)) {
    const note = `${names.position} = ${places.length}`
    const insertions = isLoop(node)
      ? noteIteration(node, note)
      : noteCall({ node, depth }, note, names)
    for (const { offset, added } of insertions) {
      edits.push({ start: offset, end: offset, text: added, owner: node.start })
    }
    const end = isLoop(node) ? headEnd(node, wrapped) : node.end
    places.push([placeStart(node) - shift, end - shift])
  }
  edits.sort((a, b) => a.start - b.start || b.owner - a.owner)
  return {
    code: withEdits(wrapped, edits),
    names,
    places,
    original: (offset) => originalOffset(edits, offset) - shift,
  }
}

/** Text to add at an offset. */
interface Insertion {
  readonly offset: number
  readonly added: string
}

/** Stores the place at the start of each iteration. */
function noteIteration({ body }: Loop, note: string): Insertion[] {
  if (body.type === 'BlockStatement') return [{ offset: body.start + 1, added: ` ${note}; ` }]
  return [
    { offset: body.start, added: `{ ${note}; ` },
    { offset: body.end, added: ' }' },
  ]
}

/** Where the head of a loop ends. */
function headEnd({ type, start, body }: Loop, code: string): number {
  if (type === 'DoWhileStatement') return start + 'do'.length
  return start + code.slice(start, body.start).trimEnd().length
}

/** Stores the place after the arguments are evaluated, see above. */
function noteCall(
  { node, depth }: { node: Place; depth: number },
  note: string,
  { temporary, nothing }: InstrumentedScript['names'],
): Insertion[] {
  const spread = `...(${note}, ${nothing})`
  const last = lastValue(node)
  if (last === undefined) {
    const needsParentheses = node.type === 'NewExpression' && lacksParentheses(node)
    if (needsParentheses) return [{ offset: node.end, added: `(${spread})` }]
    return [{ offset: node.end - 1, added: spread }]
  }
  if (last.type === 'SpreadElement') return [{ offset: last.end, added: `, ${spread}` }]
  if (runsNothing(last)) return enclose(firstValue(last), `(${note}, `, ')')
  const isDeep = depth > DEEP && 'arguments' in node
  if (isDeep) return [{ offset: last.end, added: `, ${spread}` }]
  return enclose(last, `(${temporary} = (0, `, `), ${note}, ${temporary})`)
}

function enclose({ start, end }: Node, before: string, after: string): Insertion[] {
  return [
    { offset: start, added: before },
    { offset: end, added: after },
  ]
}

/** The expression that is evaluated last before the call, if there is one. */
function lastValue(node: Place) {
  if (node.type === 'ThrowStatement') return node.argument
  if (node.type !== 'TaggedTemplateExpression') return node.arguments.at(-1)
  return node.quasi.expressions.at(-1)
}

/** True for literals and functions: the place can be stored before them, which is less code to compile and run. */
function runsNothing(node: Node): boolean {
  switch (node.type) {
    case 'Literal':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return true
    case 'ObjectExpression':
      return node.properties.every(
        (property) =>
          property.type === 'Property' && !property.computed && runsNothing(property.value),
      )
    case 'ArrayExpression':
      return node.elements.every((element) => element !== null && runsNothing(element))
    default:
      return false
  }
}

/**
 * The first literal in objects and lists that run nothing; the node itself if anything else comes
 * first.
 */
function firstValue(node: Node): Node {
  let value: Node | null | undefined = node
  while (value?.type === 'ObjectExpression' || value?.type === 'ArrayExpression') {
    value =
      value.type === 'ArrayExpression' ? value.elements[0] : propertyValue(value.properties[0])
  }
  return value?.type === 'Literal' ? value : node
}

const propertyValue = (property: ObjectExpression['properties'][number] | undefined) =>
  property?.type === 'Property' ? property.value : undefined

/** From this depth on, places use the form without brackets around the arguments. */
const DEEP = 20

/**
 * Finds calls, constructions, throws, tagged templates with values, and loops, each with its nesting depth. Not recursive:
 * a chain of a thousand calls is a thousand deep.
 */
function placesOf(program: Node): { node: Place | Loop; depth: number }[] {
  const places: { node: Place | Loop; depth: number }[] = []
  const waiting: Node[] = [program]
  const depths = [0]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const depth = depths.pop() ?? 0
    if (isNoted(node)) places.push({ node, depth })
    if (!isLeaf(node)) addChildren(node, waiting)
    const place = isPlace(node) ? node : undefined
    const chained = place && calleeOf(place)
    while (depths.length < waiting.length) {
      const isNested = place !== undefined && waiting[depths.length] !== chained
      depths.push(isNested ? depth + 1 : depth)
    }
  }
  return places
}

const isNoted = (node: Node): node is Place | Loop => isPlace(node) || isLoop(node)

/** Half of the nodes; types in them have no calls. */
const isLeaf = ({ type }: Node): boolean => type === 'Identifier' || type === 'Literal'

/** The expression that is called: chained calls do not nest. */
function calleeOf(node: Place): Node | undefined {
  return 'callee' in node ? node.callee : undefined
}

const LOOPS: ReadonlySet<Node['type']> = new Set<Loop['type']>([
  'DoWhileStatement',
  'ForInStatement',
  'ForOfStatement',
  'ForStatement',
  'WhileStatement',
])

export const isLoop = (node: Node): node is Loop => LOOPS.has(node.type)

function isPlace(node: Node): node is Place {
  const { type } = node
  return (
    type === 'CallExpression' ||
    type === 'NewExpression' ||
    (type === 'TaggedTemplateExpression' && node.quasi.expressions.length > 0) ||
    type === 'ThrowStatement'
  )
}

function lacksParentheses({ callee, typeParameters, end }: NewExpression): boolean {
  return (typeParameters?.end ?? callee.end) === end
}

function originalOffset(edits: readonly EnumEdit[], offset: number): number {
  let added = 0
  for (const edit of edits) {
    const start = edit.start + added
    if (start >= offset) break
    if (offset < start + edit.text.length) return edit.start
    added += edit.text.length - (edit.end - edit.start)
  }
  return offset - added
}

/**
 * Names that do not occur in the text. A script can still reach them with an escape (`\\u0024at0p`) or `eval`, so
 * their values are not trusted.
 */
function freshNames(text: string): InstrumentedScript['names'] {
  const taken = new Set(text.match(/\$at\d+/g))
  let number = 0
  while (taken.has(`$at${number}`)) number++
  const prefix = `$at${number}`
  return { position: `${prefix}p`, temporary: `${prefix}t`, nothing: `${prefix}n` }
}
