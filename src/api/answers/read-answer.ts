/**
 * Reads answers tolerantly: finds what the contract describes in other envelopes, converts numbers and texts, and drops
 * fields of another type. Only required fields of the contract are relied on.
 */
import * as z from 'zod/mini'
import { valueFor } from '../../grouped.ts'
import { groupedDigits } from '../../text/grouped-digits.ts'
import { isRecord, type UntypedRecord } from '../../text/parse-json.ts'
import type { Operation } from '../contract/contract.ts'
import { type FoundList, findList, findRecord, nextFromLink } from './envelope.ts'

/** Batch size: zod collects every issue, and a million bad items would take a minute and 3 GB. */
const batchValues = 20_000
/** Maximum of values in one script, comment, bundle or other item. */
const maxValuesPerItem = 100_000

/** The mistake, as words behind "it". */
interface Problem {
  problem: string
  /** Nothing of the contract was found. */
  foreign?: true
  /** The service answered a read of one record without a record. */
  missing?: true
}
type Read<T = unknown> = { data: T } | Problem

/** Returns the shape of the contract: `{ items, totalCount?, next? }`, `{ item }` or another one. */
export function readAnswer(operation: Operation, answer: unknown, headers?: Headers): Read {
  const { response, method } = operation
  const fields = fieldsOf(response)
  const isLenient = 'lenient' in operation
  if (fields.items instanceof z.ZodMiniArray) {
    const schema = fields.items as z.ZodMiniArray<z.ZodMiniType>
    return readListAnswer(isLenient ? undefined : schema, answer, headers)
  }
  if (isLenient) return { data: answer }
  if (fields.item) return readSingle(fields.item, answer, method === 'GET')
  if (fields.ok) {
    const known = isRecord(answer) ? answer : {}
    return readParts(response, { ...known, ok: true })
  }
  return readRecordWith(Object.keys(fields), operation, answer)
}

/** @param schema of the items; undefined for records that the document does not describe */
function readListAnswer(
  schema: z.ZodMiniArray<z.ZodMiniType> | undefined,
  answer: unknown,
  headers: Headers | undefined,
): Read {
  const list = findList(answer)
  const isEmpty = schema === undefined && isNothing(answer)
  if (list === undefined && !isEmpty) {
    return { problem: 'contains no list', ...(schema && { foreign: true }) }
  }
  const items = list?.items ?? []
  const read = schema ? readItems(schema, items) : { data: items.map(toRecord) }
  return 'data' in read ? { data: listOf(read.data, answer, list, headers) } : read
}

/** A record that has one of these fields. */
function readRecordWith(names: readonly string[], operation: Operation, answer: unknown): Read {
  const isWanted = (record: object) => names.some((name) => name in record)
  const found = isRecord(answer) && isWanted(answer) ? answer : findRecord(answer, isWanted)
  if (found === undefined && operation.method === 'GET') {
    return { problem: `has none of ${names.join(', ')}`, foreign: true }
  }
  return readParts(operation.response, found ?? {})
}

/** One record of a list whose shape the document does not describe. */
export function readRecord<T extends z.ZodMiniType>(
  schema: T,
  value: UntypedRecord,
): Read<z.output<T>> {
  const record = withName(schema, { ...value })
  return readParts(schema, record) as Read<z.output<T>>
}

function fieldsOf(schema: unknown): Readonly<Record<string, z.ZodMiniType>> {
  if (schema instanceof z.ZodMiniObject) return schema.shape as Record<string, z.ZodMiniType>
  return schema instanceof z.core.$ZodUnion
    ? Object.assign({}, ...schema._zod.def.options.map(fieldsOf))
    : {}
}

function listOf(
  items: unknown[],
  answer: unknown,
  found: FoundList | undefined,
  headers?: Headers,
): object {
  // Without the service's own fields of these names, which may be null or of another type.
  const {
    totalCount: _count,
    next: _next,
    hasMore: _more,
    ...beside
  }: UntypedRecord = isRecord(answer) && answer.items === found?.items ? answer : {}
  const next = (headers && nextFromLink(headers)) ?? found?.next
  const known = Object.entries({ totalCount: found?.totalCount, next, hasMore: found?.hasMore })
  return {
    ...beside,
    items,
    ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
  }
}

const toRecord = (entry: unknown) => (isRecord(entry) ? entry : { value: entry })

/** A read needs the record; a write that was answered with 2xx is done, whatever the answer contains. */
function readSingle(schema: z.ZodMiniType, answer: unknown, isNeeded: boolean): Read {
  const problem = 'contains no record with an id'
  if (isNeeded && isNothing(answer)) return { problem, missing: true }
  const found = findRecord(answer)
  if (isNeeded && found === undefined) return { problem, foreign: true }
  const beside = isRecord(answer) && answer.item === found ? answer : {}
  const wanted = isNeeded ? schema : partial(schema)
  const read = readParts(wanted, isNeeded ? withName(schema, found) : (found ?? {}))
  if ('data' in read) return { data: { ...beside, item: read.data } }
  return isNeeded ? read : { data: { ...beside, item: {} } }
}

/** `null`, `{}`, `{ "item": null }`, or the `{ "ok": true }` of a response without a body. */
const isNothing = (answer: unknown): boolean =>
  answer === null || answer === true || (isRecord(answer) && Object.values(answer).every(isNothing))

const partials = new WeakMap<z.ZodMiniType, z.ZodMiniType>()

/** A schema is compiled when it is first used, so each has one partial schema. */
const partial = (schema: z.ZodMiniType) =>
  valueFor(partials, schema, () => z.partial(schema as z.ZodMiniObject))

/** Reads the items in batches; drops those that are null. */
function readItems(
  schema: z.ZodMiniArray<z.ZodMiniType>,
  all: readonly unknown[],
): Read<unknown[]> {
  const items = all.filter((item) => item !== null)
  const data: unknown[] = []
  for (let at = 0, end = 0; end < items.length; at = end) {
    for (let values = 0; end < items.length && values < batchValues; end++) {
      const own = count(items[end], maxValuesPerItem)
      if (own > maxValuesPerItem) return tooMany(`items.${end}`)
      values += own
    }
    const batch = items.slice(at, end).map((item) => withName(schema.def.element, item))
    const read = readParts(schema, batch, ([index, ...rest]) => [
      'items',
      at + Number(index),
      ...rest,
    ])
    if (!('data' in read)) return read
    for (const item of read.data as unknown[]) data.push(item)
  }
  const isOther = items.length > 0 && data.length === 0
  return isOther ? { problem: 'contains a list without records', foreign: true } : { data }
}

const tooMany = (path: string): Problem => ({
  problem: `has more than ${groupedDigits(maxValuesPerItem)} values${path === '' ? '' : ` in ${path}`}`,
})

/** A record without a slug is called by its id, and one without a name by its slug. */
function withName(schema: z.ZodMiniType, value: unknown): unknown {
  if (!(schema instanceof z.ZodMiniObject) || !isRecord(value)) return value
  const id = value.id ?? undefined
  const slug = value.slug ?? id
  const name = value.name || slug
  const named = {
    ...('slug' in schema.shape && { slug }),
    ...('name' in schema.shape && { name }),
  }
  const missing = Object.entries(withoutUndefined(named)).filter(
    ([key, text]) => value[key] !== text,
  )
  if (missing.length === 0) return value
  const added = missing.map(([key, text]) => [key, String(text)])
  return { ...value, ...Object.fromEntries(added) }
}

/**
 * Parses by the schema, after what does not fit was converted or dropped.
 * @param place path in the whole answer
 */
function readParts(
  schema: z.ZodMiniType,
  answer: unknown,
  place = (path: PropertyKey[]): PropertyKey[] => path,
): Read {
  if (!Array.isArray(answer) && count(answer, maxValuesPerItem) > maxValuesPerItem)
    return tooMany('')
  const first = schema.safeParse(answer)
  if (first.success) return { data: first.data }
  repair(answer, first.error.issues)
  const second = schema.safeParse(answer)
  if (second.success) return { data: second.data }
  const path = place(second.error.issues[0]?.path ?? [])
  const field = path.pop()
  if (field === undefined) return { problem: 'has another form', foreign: true }
  return { problem: `has no "${String(field)}"${path.length === 0 ? '' : ` in ${path.join('.')}`}` }
}

/** Converts the value of each issue to the expected type, or drops it. */
function repair(answer: unknown, issues: readonly z.core.$ZodIssue[]): void {
  const lists = new Set<unknown[]>()
  for (const { path, ...issue } of issues) {
    const name = path.at(-1)
    let parent = answer as Record<PropertyKey, unknown> | undefined
    for (const key of path.slice(0, -1)) parent = parent?.[key] as typeof parent
    if (name === undefined || typeof parent !== 'object' || parent === null) continue
    const convert = 'expected' in issue ? conversions[issue.expected] : undefined
    const converted = convert?.(parent[name])
    if (converted !== undefined) parent[name] = converted
    else {
      delete parent[name]
      if (Array.isArray(parent)) lists.add(parent)
    }
  }
  for (const list of lists)
    list.splice(0, list.length, ...list.filter((entry) => entry !== undefined))
}

const booleans = new Map(Object.entries({ true: true, 1: true, false: false, 0: false }))

/** By the type that the contract expects: the same value in another type, or undefined. */
const conversions: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: (value) => {
    const text = isRecord(value) ? (value.name ?? value.slug ?? value.label) : value
    return ['string', 'number', 'boolean'].includes(typeof text) ? String(text) : undefined
  },
  number: (value) => (/^-?\d{1,15}(?:\.\d+)?$/.test(String(value)) ? Number(value) : undefined),
  boolean: (value) => booleans.get(String(value)),
  array: (value) =>
    typeof value === 'string' ? value.split(',').flatMap((part) => part.trim() || []) : undefined,
}

/** Counts the values in a value, including itself; stops after `most`. */
function count(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let sum = 1
  for (const inner of Object.values(value)) {
    if (sum > most) break
    sum += count(inner, most - sum)
  }
  return sum
}

const withoutUndefined = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
