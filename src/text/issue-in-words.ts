/** Says in plain words why a value does not fit a schema; the words of the validation library never reach a person. */

/** An issue of zod, as far as it is read. */
export interface SchemaIssue {
  readonly code?: string
  /** The library's words, or those of the schema itself. */
  readonly message: string
  readonly expected?: unknown
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly inclusive?: boolean | undefined
  readonly keys?: readonly string[]
  readonly values?: readonly unknown[]
  readonly format?: unknown
  readonly divisor?: unknown
}

/** Beginnings of the library's own messages; any other message is one of ours. */
const ofLibrary = /^(Invalid|Too (small|big)|Unrecognized key|Input not)/

/** Completes a sentence about the value, such as "must be a number" after "limit:". Has no full stop. */
export function issueInWords(issue: SchemaIssue | undefined): string {
  if (issue === undefined) return 'is invalid'
  if (!ofLibrary.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return /received undefined$/.test(issue.message)
        ? 'is missing'
        : `must be ${typeInWords(issue.expected)}`
    case 'too_small':
      return `must ${sizeInWords(issue, 'small', Number(issue.minimum))}`
    case 'too_big':
      return `must ${sizeInWords(issue, 'big', Number(issue.maximum))}`
    case 'invalid_value': {
      const values = issue.values ?? []
      return `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`
    }
    case 'invalid_format':
      return `must be ${formats[String(issue.format)] ?? 'in another form'}`
    case 'unrecognized_keys':
      return `has the unknown field ${(issue.keys ?? []).join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    default:
      return 'has none of the accepted forms'
  }
}

/** The same with the path of the value in front: `limit: must be a number`. */
export const placedIssue = (
  issue: (SchemaIssue & { readonly path: readonly PropertyKey[] }) | undefined,
  whole: string,
): string => `${issue?.path.map(String).join('.') || whole}: ${issueInWords(issue)}`

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  undefined: 'absent',
  date: 'a date',
  never: 'absent',
}

const typeInWords = (expected: unknown): string =>
  types[String(expected)] ?? 'a value of another type'

function sizeInWords(
  { origin, inclusive }: SchemaIssue,
  side: 'small' | 'big',
  limit: number,
): string {
  const unit = { string: 'character', array: 'entry', set: 'entry', file: 'byte' }[String(origin)]
  const number = limit.toLocaleString('en-US')
  if (unit === undefined) {
    const bound = side === 'small' ? ['more than', 'at least'] : ['less than', 'at most']
    return `be ${bound[inclusive === false ? 0 : 1]} ${number}`
  }
  if (side === 'small' && limit === 1) return 'not be empty'
  const plural = unit === 'entry' ? 'entries' : `${unit}s`
  const units = limit === 1 ? unit : plural
  return `have at ${side === 'small' ? 'least' : 'most'} ${number} ${units}`
}

const formats: Record<string, string> = {
  datetime: 'a date with a time, such as 2026-03-01T10:00:00Z',
  date: 'a date, such as 2026-03-01',
  time: 'a time, such as 10:00',
  uuid: 'a UUID',
  guid: 'a UUID',
  url: 'a URL',
  email: 'an e-mail address',
  base64: 'base64',
}
