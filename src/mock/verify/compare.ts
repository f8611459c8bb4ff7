/** Compares a recorded answer with that of the embedded service: status, shape, and the values that must agree. */
import { isDeepStrictEqual } from 'node:util'
import { findList, findRecord, isRecord, type UntypedRecord } from '../../api/envelope.ts'
import { answersList, isSuccess } from './facts.ts'
import { type Kind, type Known, kindOfField } from './known.ts'
import { isNullable } from './nullable.ts'
import type { RecordedCall } from './recorded-call.ts'
import { compareShapes, shapeOf } from './shape.ts'

/** How an answer differs. */
export interface AnswerDifference {
  /**
   * `missing`: only the embedded service has the field. `extra`: only the recording has it. `value`: another value of
   * a field that must agree, such as a sent one or an error code.
   */
  readonly kind: 'status' | 'missing' | 'extra' | 'type' | 'value'
  /** Empty for the status; `(body)` for the whole answer. */
  readonly path: string
  /** A status, types or a value; null if the field is not there. */
  readonly recorded: string | null
  readonly embedded: string | null
}

export interface EmbeddedAnswer {
  readonly status: number
  readonly answer: unknown
}

/** More differences of one answer say nothing new. */
const maxDifferences = 100

export function compareAnswers(
  call: RecordedCall,
  embedded: EmbeddedAnswer,
  known: Known,
): AnswerDifference[] {
  const { status, hasAnswer, answer } = call
  const differences: AnswerDifference[] = []
  if (status !== embedded.status) {
    const [recorded, ours] = [String(status), String(embedded.status)]
    differences.push({ kind: 'status', path: '', recorded, embedded: ours })
  }
  // An acceptance and a refusal have nothing in common, and no body is another form of an acknowledgement.
  const isComparable = isSuccess(status) === isSuccess(embedded.status) && status !== 204
  if (!isComparable || !hasAnswer) return differences
  differences.push(...compareBodies(answer, embedded.answer, call))
  differences.push(...compareValues(call, embedded.answer, known))
  return differences.slice(0, maxDifferences)
}

/** Lists and records are compared inside their envelopes, so that another envelope is one difference. */
function compareBodies(recorded: unknown, embedded: unknown, { served }: RecordedCall): AnswerDifference[] {
  if (served && isRecord(embedded)) {
    const isList = answersList(served.operation) && Array.isArray(embedded.items)
    const inner = isList ? findList(recorded)?.items : findLike(recorded, embedded.item)
    const place = isList ? 'items' : 'item'
    if (inner !== undefined && !(isRecord(recorded) && recorded[place] === inner)) {
      return [
        ...compareEnvelopes(recorded, inner, embedded, place),
        ...shapes({ [place]: inner }, { [place]: embedded[place] }),
      ]
    }
  }
  return shapes(recorded, embedded)
}

/** The record that has a field of the embedded service's. */
function findLike(recorded: unknown, item: unknown): UntypedRecord | undefined {
  if (!isRecord(item)) return undefined
  return findRecord(recorded, (record) => Object.keys(item).some((name) => Object.hasOwn(record, name)))
}

/** The envelope without what is in it. */
function compareEnvelopes(
  recorded: unknown,
  inner: unknown,
  embedded: UntypedRecord,
  place: 'items' | 'item',
): AnswerDifference[] {
  const isList = place === 'items'
  if (recorded === inner && isList) {
    return [{ kind: 'type', path: '(body)', recorded: 'array', embedded: 'object' }]
  }
  const missing: AnswerDifference = {
    ...{ kind: 'missing', path: place },
    ...{ recorded: null, embedded: isList ? 'array' : 'object' },
  }
  const { [place]: _, ...rest } = embedded
  return recorded === inner ? [missing] : [missing, ...shapes(recorded, rest)]
}

const shapes = (recorded: unknown, embedded: unknown): AnswerDifference[] =>
  compareShapes(shapeOf(recorded), shapeOf(embedded), isNullable).map((difference) => ({
    ...difference,
    path: difference.path === '' ? '(body)' : difference.path,
  }))

/** Fields of a script that a read repeats from the last write. */
const scriptFields = [
  'name',
  'slug',
  'description',
  'type',
  'tags',
  'code',
  'readme',
  'isPublic',
  'userCanAccess',
]
/** Fields of acknowledgements and errors. */
const verdicts = ['ok', 'starred', 'error', 'reason', 'valid']
/** Not answered, or known to be another text. */
const notEchoed = new Set(['expectedUpdatedAt', 'message', 'data'])

/** Values that must agree: verdicts, what was sent and is answered again, and the fields of a script that is read. */
function compareValues(call: RecordedCall, embedded: unknown, known: Known): AnswerDifference[] {
  const { served, body, method, answer } = call
  const echoed =
    method !== 'GET' && isRecord(body) ? Object.keys(body).filter((name) => !notEchoed.has(name)) : []
  const read = served?.name === 'scripts.get' || served?.name === 'sharing.get' ? scriptFields : []
  const [theirs, ours] = [findRecord(answer), findRecord(embedded)]
  return [
    ...differing(verdicts, answer, embedded, ''),
    ...differing(
      [...read, ...echoed],
      theirs,
      ours,
      isRecord(embedded) && isRecord(embedded.item) ? 'item.' : '',
    ),
  ]

  function differing(
    names: readonly string[],
    recorded: unknown,
    other: unknown,
    prefix: string,
  ): AnswerDifference[] {
    if (!isRecord(recorded) || !isRecord(other)) return []
    return names.flatMap((name): AnswerDifference[] => {
      const [value, our] = [recorded[name], other[name]]
      if (!Object.hasOwn(recorded, name) || !Object.hasOwn(other, name) || isSame(name, value, our)) return []
      // Another type is a difference of the shape.
      if (kindOfValue(value) !== kindOfValue(our)) return []
      return [
        { kind: 'value', path: prefix + name, recorded: inShort(value, our), embedded: inShort(our, value) },
      ]
    })
  }

  function isSame(name: string, recorded: unknown, our: unknown): boolean {
    const kind: Kind | undefined = kindOfField(name)
    if (isDeepStrictEqual(recorded, our) || (kind !== undefined && known.find(kind, recorded) === our))
      return true
    return JSON.stringify(recorded)?.includes('REDACTED') === true
  }
}

const kindOfValue = (value: unknown) =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value

const maxText = 80
/** Characters before the first difference of two long texts. */
const before = 20

/** A value as JSON; a long one from the place where it differs from the other. */
function inShort(value: unknown, other: unknown): string {
  const [text, otherText] = [JSON.stringify(value) ?? '', JSON.stringify(other) ?? '']
  if (text.length <= maxText) return text
  let same = 0
  while (same < text.length && text[same] === otherText[same]) same++
  const start = Math.max(0, Math.min(same - before, text.length - maxText))
  const end = start + maxText
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}
