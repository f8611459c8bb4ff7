/** Converts validation errors to issues by field, with suggestions for misspelt fields. */
import * as z from 'zod/mini'
import { nearest } from '../../text/nearest.ts'

export interface Issue {
  path: PropertyKey[]
  message: string
}

/** Maximum of reported unknown fields. */
const maxUnknownKeys = 20

export function issuesOf({ issues }: z.core.$ZodError, schema: z.ZodMiniType): Issue[] {
  return issues.flatMap((issue): Issue[] => {
    const { path, message } = issue
    if (issue.code !== 'unrecognized_keys') return [{ path, message }]
    const known = fieldsAt(schema, path)
    return issue.keys.slice(0, maxUnknownKeys).map((key) => {
      const near = nearest(key, known)
      const hint =
        near === undefined ? `known fields: ${known.join(', ')}` : `did you mean "${near}"?`
      return { path: [...path, key], message: `unknown field; ${hint}` }
    })
  })
}

/** Field names of the object at a path, as far as the path leads through objects. */
function fieldsAt(schema: z.ZodMiniType, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema
  for (const key of ['', ...path]) {
    if (at instanceof z.ZodMiniObject && key !== '') at = at.shape[String(key)]
    while (at instanceof z.ZodMiniOptional) at = at.def.innerType
  }
  return at instanceof z.ZodMiniObject ? Object.keys(at.shape) : []
}
