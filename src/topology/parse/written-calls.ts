/** Finds the calls in the text of a script, by the place where they end. */
import type { SimpleCallExpression as CallExpression, NewExpression, Property } from 'estree'
import { type ParsedScript, statementsOf } from './parse.ts'
import { childrenOf, type Node } from './syntax-tree.ts'

export interface WrittenCall {
  readonly node: CallExpression | NewExpression
  /** Start offset if the call is a whole statement; undefined inside functions, which run at an unknown time. */
  readonly statement: number | undefined
  /** Kept, because a call may have many findings, and is read once per option and execution. */
  words?: ReadonlyMap<string, readonly WordRange[]>
  properties?: ReadonlyMap<string, Property>
}

export interface WordRange {
  readonly start: number
  readonly end: number
}

export interface WrittenCalls {
  /** By end offset, which is unique. */
  readonly byEnd: ReadonlyMap<number, WrittenCall>
  /** True if the script has a return statement outside functions. */
  readonly returns: boolean
}

/** Their content runs at another time, if at all. */
export const INNER = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassBody',
])

/** Not recursive, see `instrument.ts`. */
export function readCalls(script: ParsedScript): WrittenCalls {
  const byEnd = new Map<number, WrittenCall>()
  let returns = false
  const waiting: { node: Node; inner: boolean; statement?: number }[] = statementsOf(script).map(
    (node) => ({
      node,
      inner: false,
    }),
  )
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
