/** `--fields`: keeps only the requested fields of a JSON document. */
import { usageError } from '../../errors.ts'
import { nearest } from '../../text/nearest.ts'

/**
 * @param known the command's fields; `*` accepts any
 * @throws usage error before the command does anything.
 */
export function checkFields(requested: readonly string[], known: readonly string[]): void {
  if (known.includes('*')) return
  const unknown = requested.find((name) => !known.includes(name))
  if (unknown === undefined) return
  const near = nearest(unknown, known)
  throw usageError(
    known.length === 0
      ? 'The JSON of this command has no fields to select.'
      : `The JSON of this command has no field "${unknown}". Its fields: ${known.join(', ')}.`,
    {
      hint: near === undefined ? 'Name fields separated by commas.' : `Did you mean "${near}"?`,
    },
  )
}

/** For a list, selects fields of each item and keeps everything beside the items. */
export function selectFields(data: object, fields: readonly string[]): object {
  if (Array.isArray(data)) return data.map((item: unknown) => pick(item, fields))
  if (!('items' in data) || !Array.isArray(data.items)) return pick(data, fields)
  return { ...data, items: data.items.map((item: unknown) => pick(item, fields)) }
}

/** Returns anything but a record unchanged. */
function pick<T>(record: T, fields: readonly string[]): T {
  if (typeof record !== 'object' || record === null) return record
  const picked = fields.filter((name) => Object.hasOwn(record, name))
  return Object.fromEntries(picked.map((name) => [name, record[name as keyof T]])) as T
}
