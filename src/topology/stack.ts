/** Finds the position of an error in a script from the interpreter's stack trace. */
import { stripTypes } from '#platform/strip-types'
import { withinTime } from '#platform/within-time'
import { LineIndex } from './model/position.ts'
import { type InstrumentedScript, isLoop, type Loop } from './parse/instrument.ts'
import type { ParsedScript } from './parse/parse.ts'
import { childrenOf, type Node } from './parse/syntax-tree.ts'
import { SCRIPT_NAME, type Thrown } from './sandbox/run.ts'

/** Few digits: a script can throw an object with any text as its stack. */
const FRAME = new RegExp(String.raw`\(?\b${SCRIPT_NAME}:(\d{1,7}):(\d{1,8})\)?$`, 'm')
/** The interpreter counts these line ends in some places and not in others. */
const ODD_LINE_END = /\r(?!\n)|[\u2028\u2029]/

/**
 * The offset of the first stack frame that is in the script.
 *
 * @param prefix number of characters before the instrumented script, all on line 1
 */
export async function thrownAt(
  { stack }: Thrown,
  { language }: ParsedScript,
  instrumented: InstrumentedScript,
  prefix: number,
): Promise<number | undefined> {
  const frame = FRAME.exec(stack ?? '')
  if (frame === null) return undefined
  const line = Number(frame[1])
  const stripped =
    language === 'ts' ? await stripTypes(instrumented.code, { sourcemap: true }) : undefined
  if (stripped !== undefined && 'error' in stripped) return undefined
  const mapping = stripped && (await import('@jridgewell/trace-mapping'))
  return withinTime(() => {
    const code = stripped?.code ?? instrumented.code
    const text = ODD_LINE_END.test(code) ? undefined : code.split('\n')[line - 1]
    if (text === undefined) return undefined
    const column = utf16Column(text, Number(frame[2]) - (line === 1 ? prefix : 0))
    if (mapping === undefined) return found(instrumented, line, column)
    const map = new mapping.TraceMap(stripped?.map as never)
    const before = mapping.originalPositionFor(map, { line, column: column - 1 })
    return before.line === null ? undefined : found(instrumented, before.line, before.column + 1)
  })
}

function found(
  { code, original }: InstrumentedScript,
  line: number,
  column: number,
): number | undefined {
  const offset = original(new LineIndex(code).offset(line, column))
  return offset >= 0 ? offset : undefined
}

/** Converts a column: the interpreter counts bytes of UTF-8. */
function utf16Column(text: string, column: number): number {
  const before = new TextEncoder().encode(text).subarray(0, Math.max(column - 1, 0))
  return 1 + new TextDecoder('utf-8', { ignoreBOM: true }).decode(before).length
}

/**
 * The offset of the undefined name: the interpreter stores no place for a name, so its stack trace points to the
 * call before.
 *
 * @param from offset of the last stored call
 */
export function undefinedName(
  { name, message }: Thrown,
  { program, shift }: ParsedScript,
  from: number,
): number | undefined {
  const wanted = name === 'ReferenceError' ? /^(\S+) is not defined$/.exec(message)?.[1] : undefined
  if (wanted === undefined) return undefined
  const uses = usesOf(program, wanted)
    .map((start) => start - shift)
    .sort((a, b) => a - b)
  return uses.find((start) => start >= from) ?? uses[0]
}

/**
 * Start of the endless loop of a script whose last stored call is at the offset. It is the innermost loop around it
 * whose end depends on nothing, else one that goes through no list. Undefined outside of loops.
 *
 * @param onlyCertain a loop that may end is not the reason
 */
export function endlessLoop(
  { program, shift }: ParsedScript,
  offset: number,
  onlyCertain: boolean,
): number | undefined {
  const around: Loop[] = []
  let node: Node | undefined = program
  while (node !== undefined) {
    if (isLoop(node)) around.unshift(node)
    node = childrenOf(node).find(
      ({ start, end }) => start - shift <= offset && offset < end - shift,
    )
  }
  const test = (loop: Loop) => ('test' in loop ? loop.test : undefined)
  const certain = around.find((loop) => test(loop) === null || test(loop)?.type === 'Literal')
  if (onlyCertain) return certain && certain.start - shift
  const suspect = certain ?? around.find((loop) => test(loop) !== undefined) ?? around[0]
  return suspect && suspect.start - shift
}

/** The offset of the first of the most deeply nested nodes. */
export function deepest({ program, shift }: ParsedScript): number {
  let most = { depth: 0, start: shift }
  const waiting: { node: Node; depth: number }[] = [{ node: program, depth: 1 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next
    const { start } = node
    if (depth > most.depth || (depth === most.depth && start < most.start)) most = { depth, start }
    for (const child of childrenOf(node)) waiting.push({ node: child, depth: depth + 1 })
  }
  return most.start - shift
}

/** Offsets at which a name is used as a variable, not as a key. */
function usesOf(program: Node, wanted: string): number[] {
  const offsets: number[] = []
  const waiting: Node[] = [program]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'Identifier' && node.name === wanted) offsets.push(node.start)
    const name = nameIn(node)
    for (const child of childrenOf(node)) if (child !== name) waiting.push(child)
  }
  return offsets
}

/** `b` of `a.b`, and `a` of `{ a: 1 }`: not a variable. */
function nameIn(node: Node): Node | undefined {
  if (node.type === 'MemberExpression') return node.computed ? undefined : node.property
  if (node.type === 'Property') return node.computed || node.shorthand ? undefined : node.key
  if (node.type !== 'MethodDefinition' && node.type !== 'PropertyDefinition') return undefined
  return node.computed ? undefined : node.key
}
