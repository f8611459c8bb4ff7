/** Values that a script writes out: texts, numbers, lists, objects, and constants of these. */
import type { ObjectExpression, Property, UnaryExpression } from 'estree'
import type { Value } from '../model/topology.ts'
import type { Node } from '../parse/syntax-tree.ts'
import { LONGEST_TEXT } from '../sandbox/limits.ts'

/** Something has to run, so the sandbox runs the script. */
export class NotStraight extends Error {}

export type WrittenValue = Value | null | WrittenObject | readonly WrittenValue[]

/** Has no prototype. */
export interface WrittenObject {
  readonly [name: string]: WrittenValue
}

/**
 * @param constant returns the value of a name
 * @throws NotStraight if the value has to be computed
 */
export function writtenValue(node: Node, constant: (name: string) => WrittenValue): WrittenValue {
  switch (node.type) {
    case 'Literal':
      return literal('bigint' in node || 'regex' in node ? undefined : node.value)
    case 'TemplateLiteral':
      return literal(
        node.expressions.length > 0 ? undefined : (node.quasis[0]?.value.cooked ?? undefined),
      )
    case 'UnaryExpression':
      return negated(node)
    case 'Identifier':
      return constant(node.name)
    case 'ObjectExpression':
      return writtenObject(node, constant)
    case 'ArrayExpression':
      return node.elements.map((element) => {
        if (element === null) throw new NotStraight()
        return writtenValue(element, constant)
      })
    default:
      throw new NotStraight()
  }
}

function literal(value: unknown): Value | null {
  switch (typeof value) {
    case 'boolean':
      return value
    case 'number':
      if (Number.isFinite(value)) return value
      break
    case 'string':
      if (value.length <= LONGEST_TEXT) return value
      break
    case 'object':
      if (value === null) return null
  }
  throw new NotStraight()
}

/** JSON, in which the sandbox hands over its records, has no negative zero. */
function negated({ operator, argument }: UnaryExpression): number {
  const value = argument.type === 'Literal' ? literal(argument.value) : undefined
  if (operator !== '-' || typeof value !== 'number') throw new NotStraight()
  return value === 0 ? 0 : -value
}

function writtenObject(
  { properties }: ObjectExpression,
  constant: (name: string) => WrittenValue,
): WrittenObject {
  const object = Object.create(null) as Record<string, WrittenValue>
  for (const property of properties) {
    if (property.type !== 'Property') throw new NotStraight()
    object[nameOf(property)] = writtenValue(property.value, constant)
  }
  return object
}

/** `__proto__` sets the prototype, and names none of its options. */
function nameOf({ key, computed }: Property): string {
  const name = key.type === 'Literal' ? key.value : key.type === 'Identifier' && key.name
  const isPlain = typeof name === 'string' || typeof name === 'number'
  if (computed || !isPlain || name === '__proto__') throw new NotStraight()
  return String(name)
}

/** A text, number or boolean. */
export function primitive(value: WrittenValue | undefined): Value | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'object') throw new NotStraight()
  return value
}

/** A value as the text of an id or a message. */
export function asText(value: WrittenValue | undefined): string {
  return value === null ? 'null' : String(primitive(value))
}

/** An object, or undefined if the value is missing. */
export function optionalObject(value: WrittenValue | undefined): WrittenObject | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object' || isList(value)) throw new NotStraight()
  return value
}

/** An object that cannot be missing. */
export function requiredObject(value: WrittenValue | undefined): WrittenObject {
  const object = optionalObject(value)
  if (object === undefined) throw new NotStraight()
  return object
}

export function requiredList(value: WrittenValue | undefined): readonly WrittenValue[] {
  if (!isList(value)) throw new NotStraight()
  return value
}

/** `Array.isArray` does not tell a read-only list from an object. */
const isList = (value: WrittenValue | undefined): value is readonly WrittenValue[] =>
  Array.isArray(value)
