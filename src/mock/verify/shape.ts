/** JsonShape of JSON: which fields occur, and of which types. Items of a list are one item with all their fields. */
import { isRecord } from '../../api/envelope.ts'

type JsonType =
  | 'nothing'
  | 'null'
  | 'boolean'
  | 'number'
  | 'object'
  | 'array'
  | 'string'
  | 'uuid'
  | 'date-time'
  | 'text'

interface Field {
  readonly types: Set<JsonType>
  /** Path of the object or list that it is in. */
  readonly parent: string | undefined
}

/** By path: `` for the whole, `item.name`, `items[].tags[]`. */
export type JsonShape = ReadonlyMap<string, Field>

/** Paths of one answer; more are hostile or data in the place of names. */
const maxPaths = 5000

export function shapeOf(value: unknown): JsonShape {
  const shape = new Map<string, Field>()
  add(shape, value, '', '', undefined)
  return shape
}

function add(
  shape: Map<string, Field>,
  value: unknown,
  path: string,
  name: string,
  parent: string | undefined,
): void {
  const field = shape.get(path) ?? { types: new Set(), parent }
  if (!shape.has(path)) {
    if (shape.size >= maxPaths) return
    shape.set(path, field)
  }
  field.types.add(typeOf(value, name))
  if (Array.isArray(value)) for (const one of value) add(shape, one, `${path}[]`, name, path)
  else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value))
      add(shape, inner, path === '' ? key : `${path}.${key}`, key, path)
  }
}

export const isUuid = (text: string): boolean => uuidText.test(text)
const uuidText = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const isoText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Texts have a form where the document gives one: ids are UUIDs, timestamps are ISO 8601. */
function typeOf(value: unknown, name: string): JsonType {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value !== 'string') return typeof value as 'boolean' | 'number' | 'object'
  if (/^id$|Id$/.test(name)) return isUuid(value) ? 'uuid' : 'string'
  return /^at$|At$|End$/.test(name) ? (isoText.test(value) ? 'date-time' : 'string') : 'string'
}

export interface ShapeDifference {
  readonly kind: 'missing' | 'extra' | 'type'
  readonly path: string
  /** Types, or null if the field is not there. */
  readonly recorded: string | null
  readonly embedded: string | null
}

/** @param isNullable names of fields that may be null, by the contract */
export function compareShapes(
  recorded: JsonShape,
  embedded: JsonShape,
  isNullable: (name: string) => boolean,
): ShapeDifference[] {
  const differences: ShapeDifference[] = []
  for (const [path, field] of embedded) {
    const other = recorded.get(path)
    if (other) {
      const difference = compareTypes(path, other.types, field.types, isNullable)
      if (difference) differences.push(difference)
    } else if (hasParent(recorded, field.parent)) {
      differences.push({ kind: 'missing', path, recorded: null, embedded: words(field.types) })
    }
  }
  for (const [path, field] of recorded) {
    if (embedded.has(path) || !hasParent(embedded, field.parent)) continue
    differences.push({ kind: 'extra', path, recorded: words(field.types), embedded: null })
  }
  return differences
}

/** An item of an empty list is not missing, nor is a field of an object that is not there. */
const hasParent = (shape: JsonShape, parent: string | undefined): boolean =>
  parent !== undefined && shape.get(parent)?.types.has('object') === true

function compareTypes(
  path: string,
  recorded: ReadonlySet<JsonType>,
  embedded: ReadonlySet<JsonType>,
  isNullable: (name: string) => boolean,
): ShapeDifference | undefined {
  const [ours, theirs] = [new Set(embedded), new Set(recorded)]
  if (isNullable(path.replace(/^.*[.[\]]/, ''))) {
    for (const types of [ours, theirs]) types.delete('null')
  }
  // A UUID and a date are texts.
  if (ours.has('string')) ours.add('uuid').add('date-time')
  const isKnown = ours.size === 0 || theirs.size === 0 || [...theirs].every((type) => ours.has(type))
  return isKnown ? undefined : { kind: 'type', path, recorded: words(recorded), embedded: words(embedded) }
}

const words = (types: ReadonlySet<JsonType>): string => [...types].sort().join(' or ')
