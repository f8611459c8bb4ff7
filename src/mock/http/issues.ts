/** What is wrong with a value, by field, with the name that was probably meant. */
import { z } from 'zod'
import { nearest } from '../../text/nearest.ts'

export interface Issue {
  path: PropertyKey[]
  message: string
}

/** Of many unknown fields the first ones say enough. */
const maxUnknownKeys = 20

export function issuesOf({ issues }: z.ZodError, schema: z.ZodType): Issue[] {
  return issues.flatMap((issue): Issue[] => {
    const { path, message } = issue
    if (issue.code !== 'unrecognized_keys') return [{ path, message }]
    const known = fieldsAt(schema, path)
    return issue.keys.slice(0, maxUnknownKeys).map((key) => {
      const near = nearest(key, known)
      const hint = near === undefined ? `the fields are ${known.join(', ')}` : `did you mean "${near}"?`
      return { path: [...path, key], message: `there is no such field; ${hint}` }
    })
  })
}

/** The fields of the object that a path leads to, as far as it leads through objects. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema
  for (const key of ['', ...path]) {
    if (at instanceof z.ZodObject && key !== '') at = at.shape[String(key)]
    while (at instanceof z.ZodOptional) at = at.unwrap()
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : []
}
