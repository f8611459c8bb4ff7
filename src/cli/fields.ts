/** `--fields`: a JSON answer with only what was asked for. */
import type { z } from 'zod'
import { usageError } from '../errors.ts'
import { nearest } from '../topology/nearest.ts'

/** The names that a record of the service has, for the `fields` of a command. */
export const fieldsOf = (schema: z.ZodObject): string[] => Object.keys(schema.shape)

/** @throws usage error `TOPO_UNKNOWN_FIELD` before anything is done. */
export function checkFields(asked: readonly string[], known: readonly string[]): void {
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
  if ('items' in data && Array.isArray(data.items)) {
    return { ...data, items: data.items.map((item: object) => pick(item, fields)) }
  }
  return pick(data, fields)
}

const pick = (record: object, fields: readonly string[]): object =>
  Object.fromEntries(
    fields.flatMap((name) =>
      Object.hasOwn(record, name) ? [[name, record[name as keyof typeof record]]] : [],
    ),
  )
