/** Describes the form of answers: the envelope of a list, its count, the form of an id and of a time. */
import { findList, findRecord, isRecord } from '../../../api/envelope.ts'

export interface ListShape {
  /** `[…]`, `{ items }`, `{ data: { items } }`. */
  readonly envelope: string
  /** Path of the field with the count: `totalCount`, `meta.total`; null without one. */
  readonly count: string | null
}

/** Undefined for an answer without a list. */
export function describeList(answer: unknown): ListShape | undefined {
  const found = findList(answer)
  if (found === undefined) return undefined
  const path = pathTo(answer, (value) => value === found.items) ?? []
  const isCount = (value: unknown, name = '') =>
    found.totalCount !== undefined && Number(value) === found.totalCount && /total|count/i.test(name)
  return {
    envelope: asText(path, '[…]'),
    count: pathTo(answer, isCount)?.join('.') ?? null,
  }
}

/** `{ item }`, `{ data }`, or `the object itself`; undefined for an answer without a record. */
export function describeRecord(answer: unknown): string | undefined {
  const found = findRecord(answer)
  const path = found && pathTo(answer, (value) => value === found)
  return path && (path.length === 0 ? 'the object itself' : asText(path, ''))
}

/** Characters of a name or a value of the service in a message. */
const longestText = 60

export const shortened = (value: unknown): string => {
  const text = String(value)
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`
}

const asText = (path: readonly string[], bare: string): string =>
  path.length === 0
    ? bare
    : path.reduceRight((inner, name) => `{ ${shortened(name)}${inner === '' ? '' : `: ${inner}`} }`, '')

/** Names that lead to a value in two steps at most. */
function pathTo(
  value: unknown,
  isIt: (value: unknown, name?: string) => boolean,
  path: readonly string[] = [],
): readonly string[] | undefined {
  if (isIt(value, path.at(-1))) return path
  if (!isRecord(value) || path.length === 2) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = pathTo(inner, isIt, [...path, name])
    if (found) return found
  }
  return undefined
}

export type IdForm = 'uuid' | 'number' | 'text'

export function idForm(id: unknown): IdForm {
  if (typeof id === 'number') return 'number'
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(id)) ? 'uuid' : 'text'
}

/** Words for the form of a revision: what it looks like and how precise it is. */
export function describeRevision(revision: unknown): string {
  if (typeof revision === 'number') return 'a number'
  const [, separator, fraction = '', zone = ''] =
    /^\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(?:\.(\d+))?(.*)$/.exec(String(revision)) ?? []
  if (separator === undefined) return 'text of its own form'
  const precision: Record<number, string> = {
    0: 'seconds',
    3: 'milliseconds',
    6: 'microseconds',
    9: 'nanoseconds',
  }
  const form = separator === 'T' ? 'ISO 8601' : 'SQL timestamp'
  return `${form} in ${precision[fraction.length] ?? `${fraction.length} digits`}${zone === '' ? ', without a zone' : ''}`
}
