/** Values that a script writes out: texts, numbers, lists, objects, and constants of these. */
import type { Identifier, Literal, ObjectExpression, Property, UnaryExpression } from 'estree'
import type { Value } from '../model/topology.ts'
import type { Node } from '../parse/syntax-tree.ts'
import { LONGEST_TEXT } from '../sandbox/limits.ts'
import { NotStraight } from './tally.ts'

export type WrittenValue = Value | null | WrittenObject | readonly WrittenValue[]

/** Has no prototype. */
export interface WrittenObject {
  readonly [name: string]: WrittenValue
}

/** The text and the constants around a value. Each function throws NotStraight. */
export interface ValueContext {
  /** The text that the offsets of nodes are for. */
  readonly text: string
  constant(name: string): WrittenValue
  countValue(): void
}

/** The interpreter reads what is in brackets again for each level. */
const MOST_LEVELS = 10

/** @throws NotStraight if the value has to be computed */
export function writtenValue(node: Node, context: ValueContext, level = 0): WrittenValue {
  context.countValue()
  if (level > MOST_LEVELS) throw new NotStraight()
  switch (node.type) {
    case 'Literal':
      return literal(node, context)
    case 'TemplateLiteral':
      if (node.expressions.length > 0) throw new NotStraight()
      return shortText(node.quasis[0]?.value.cooked)
    case 'UnaryExpression':
      return negated(node, context)
    case 'Identifier':
      return context.constant(node.name)
    case 'ObjectExpression':
      return writtenObject(node, context, level)
    case 'ArrayExpression':
      return node.elements.map((element) => {
        if (element === null) throw new NotStraight()
        return writtenValue(element, context, level + 1)
      })
    default:
      throw new NotStraight()
  }
}

function literal(node: Literal, context: ValueContext): Value | null {
  if ('bigint' in node || 'regex' in node) throw new NotStraight()
  // The parser returns a text for `00e1`.
  const isNumber = /[\d.]/.test(context.text.charAt(node.start))
  const { value } = node
  if (isNumber) return decimal(node, context)
  return typeof value === 'string' ? shortText(value) : (value as boolean | null)
}

/** The sandbox cuts longer texts. */
function shortText(text: string | null | undefined): string {
  if (typeof text !== 'string' || text.length > LONGEST_TEXT) throw new NotStraight()
  return text
}

const DECIMAL = /^(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i

/** No number needs more digits, and the interpreter rounds some with more in another way. */
const LONGEST_DECIMAL = 25

/**
 * The parser misreads some numbers of other forms: `0728.5`, and large ones like
 * `0x20000000000001800000001`.
 */
function decimal({ start, end }: Node, { text }: ValueContext): number {
  const written = text.slice(start, end)
  const value = Number(written)
  if (written.length > LONGEST_DECIMAL) throw new NotStraight()
  if (!DECIMAL.test(written) || !Number.isFinite(value)) throw new NotStraight()
  return value
}

/** JSON, in which the sandbox hands over its records, has no negative zero. */
function negated({ operator, argument }: UnaryExpression, context: ValueContext): number {
  const value = argument.type === 'Literal' ? literal(argument, context) : undefined
  if (operator !== '-' || typeof value !== 'number') throw new NotStraight()
  return value === 0 ? 0 : -value
}

function writtenObject(
  { properties }: ObjectExpression,
  context: ValueContext,
  level: number,
): WrittenObject {
  const object = Object.create(null) as Record<string, WrittenValue>
  for (const property of properties) {
    if (property.type !== 'Property' || property.computed) throw new NotStraight()
    object[keyOf(property, context)] = writtenValue(property.value, context, level + 1)
  }
  return object
}

/** `__proto__` sets the prototype, and names none of its options. */
function keyOf({ key }: Property, context: ValueContext): string {
  if (key.type !== 'Identifier' && key.type !== 'Literal') throw new NotStraight()
  const name = key.type === 'Identifier' ? plainName(key) : literal(key, context)
  if (typeof name === 'boolean' || name === null || name === '__proto__') throw new NotStraight()
  return String(name)
}

/** Parsers disagree about other letters, and about escapes. */
export function plainName({ name, start, end }: Identifier): string {
  const isPlain = /^[\w$]+$/.test(name) && end - start === name.length
  if (!isPlain || name.length > LONGEST_TEXT) throw new NotStraight()
  return name
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
