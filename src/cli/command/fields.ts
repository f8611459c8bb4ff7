/** `--fields`: a JSON answer with only what was asked for. */
import type { z } from 'zod'
import { usageError } from '../../errors.ts'
import { nearest } from '../../text/nearest.ts'

/** The names that a record of the service has, for the `fields` of a command. */
export const fieldsOf = (schema: z.ZodObject): string[] => Object.keys(schema.shape)

/**
 * @param known the command's fields; `*` stands for any.
 * @throws usage error `TOPO_UNKNOWN_FIELD` before anything is done.
 */
export function checkFields(asked: readonly string[], known: readonly string[]): void {
  if (known.includes('*')) return
  const unknown = asked.find((name) => !known.includes(name))
  if (unknown === undefined) return
  const near = nearest(unknown, known)
  throw usageError(
    known.length === 0
      ? 'The answer of this command has no fields to choose from.'
      : `The answer of this command has no field "${unknown}"; it has ${known.join(', ')}.`,
    {
      code: 'TOPO_UNKNOWN_FIELD',
      hint: near === undefined ? 'Name some of them, separated by commas.' : `Did you mean "${near}"?`,
    },
  )
}

/** Of a list the fields of each item; whatever stands beside the items stays. */
export function narrowed(data: object, fields: readonly string[]): object {
  if (Array.isArray(data)) return data.map((item: unknown) => pick(item, fields))
  if (!('items' in data) || !Array.isArray(data.items)) return pick(data, fields)
  return { ...data, items: data.items.map((item: unknown) => pick(item, fields)) }
}

/** What is no record stays as it is. */
function pick<T>(record: T, fields: readonly string[]): T {
  if (typeof record !== 'object' || record === null) return record
  const picked = fields.filter((name) => Object.hasOwn(record, name))
  return Object.fromEntries(picked.map((name) => [name, record[name as keyof T]])) as T
}
