/**
 * The format in which the sandbox hands over its records: a list of integers, the fields, and one text with the texts of
 * all fields. The interpreter writes an integer in a tenth of the time that JSON takes.
 *
 * A record is the number of its fields, itself included, and the fields. A field is a value and, in its last three
 * bits, what the value means.
 */

/** Options of elements, connections and scenarios, without the id. */
export const ELEMENT_OPTIONS = [
  'label',
  'state',
  'shape',
  'icon',
  'description',
  'layer',
  'x',
  'y',
  'width',
  'height',
  'color',
  'style',
  'replicas',
  'shardId',
  'shardRole',
  'external',
  'capacity',
]
export const CONNECTION_OPTIONS = ['type', 'protocol', 'label', 'port', 'layer']
export const SCENARIO_OPTIONS = ['layer']

/** The meaning of a field's value. */
export const FIELD = {
  /** Its text has this many characters. */
  text: 0,
  /** The same, and the text is a number. */
  number: 1,
  /** The same, and the text is JSON. */
  json: 2,
  /** One of `CONSTANTS`. */
  constant: 3,
  /** This integer. */
  integer: 4,
  /** One of `NAMES`. */
  name: 5,
} as const

/** Fields of a buffer; a record takes less than `MOST_FIELDS`. */
export const FIELDS_AT_ONCE = 4096
export const MOST_FIELDS = 64
/** The largest integer that a field holds; others are written as numbers. */
export const LARGEST_INTEGER = 2 ** 28 - 1

const CONSTANTS = [undefined, true, false] as const
export const constantField = (constant: (typeof CONSTANTS)[number]): number =>
  (CONSTANTS.indexOf(constant) << 3) | FIELD.constant

const RECORD_KINDS =
  'builder element row resize layer edge apply awaited returned flow scenario step unknown misuse'
const NODE_KINDS = 'process group cloud database client actor host vm node datacenter topology'
const TYPES = 'undefined object boolean number string symbol function bigint'
const STEPS = 'from to flashError showMessage showError parallel'

/** Words that a record has instead of texts. */
const NAMES = [
  ...new Set([
    ...[RECORD_KINDS, NODE_KINDS, TYPES, STEPS].flatMap((words) => words.split(' ')),
    ...ELEMENT_OPTIONS,
    ...CONNECTION_OPTIONS,
    ...SCENARIO_OPTIONS,
  ]),
]

/** The field of each name. */
export const NAME_FIELDS: Readonly<Record<string, number>> = Object.fromEntries(
  NAMES.map((name, index) => [name, (index << 3) | FIELD.name]),
)

/** The records of a script that ran. */
export interface WrittenRecords {
  /** Buffers of fields; a zero, instead of a number of fields, ends the records of each. */
  readonly fields: readonly Int32Array[]
  readonly text: string
}

/** Returns the fields of each record without their number. Expects no valid format: the records are untrusted. */
export function decodeRecords({ fields, text }: WrittenRecords): unknown[][] {
  const reader = new RecordReader(text)
  const records: unknown[][] = []
  for (const buffer of fields) {
    for (let start = 0; start < buffer.length; ) {
      const count = buffer[start] ?? 0
      if (count < 1) break
      records.push(reader.read(buffer, start + 1, start + count))
      start += count
    }
  }
  return records
}

class RecordReader {
  readonly #text: string
  /** Where the next text starts. */
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(buffer: Int32Array, start: number, end: number): unknown[] {
    const record: unknown[] = []
    for (let index = start; index < end; index++) record.push(this.#value(buffer[index] ?? 0))
    return record
  }

  #value(field: number): unknown {
    const value = field >> 3
    switch (field & 7) {
      case FIELD.text:
        return this.#next(value)
      case FIELD.number:
        return Number(this.#next(value))
      case FIELD.json:
        return JSON.parse(this.#next(value))
      case FIELD.integer:
        return value
      case FIELD.name:
        return NAMES[value]
      default:
        return CONSTANTS[value]
    }
  }

  #next(length: number): string {
    const start = this.#at
    this.#at += length
    return this.#text.slice(start, this.#at)
  }
}
