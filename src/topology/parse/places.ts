/** Places of a script: its calls, by the numbers that records have. */
import type { Expression, Super } from 'estree'
import { type LineIndex, type Span, START } from '../model/position.ts'
import type { Node } from './syntax-tree.ts'

/** Start and end offset of a call in the script. */
export type PlaceRange = readonly [start: number, end: number]

/** Returns the span of a place number; the start of the script for an unknown one. */
export const spanFinder = (lines: LineIndex, places: readonly PlaceRange[]) => {
  return (place: number): Span => {
    const offsets = places[place]
    return offsets === undefined ? START : lines.span(...offsets)
  }
}

/**
 * A method call starts at the name of the method, because chained calls share everything before it.
 */
export function placeStart(node: Node): number {
  if (node.type !== 'CallExpression' && node.type !== 'TaggedTemplateExpression') return node.start
  let callee: Expression | Super = node.type === 'CallExpression' ? node.callee : node.tag
  while (callee.type === 'TSNonNullExpression') callee = callee.expression
  return callee.type === 'MemberExpression' ? callee.property.start : callee.start
}
