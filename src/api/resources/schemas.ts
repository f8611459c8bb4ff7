/** Entity-relationship diagrams: *Schemas* of the section *Further endpoints*. All shapes are inferred. */
import * as z from 'zod/mini'
import { inferred, inferredList, single } from '../contract/contract.ts'

const schema = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  code: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const fields = {
  name: z.string().check(z.minLength(1)),
  description: z.optional(z.string()),
  code: z.string(),
}

export const schemas = {
  list: inferredList('/v1/schemas', () => z.omit(schema, { code: true })),
  create: inferred('POST', '/v1/schemas', () => ({
    body: z.object(fields),
    response: single(schema),
  })),
  get: inferred('GET', '/v1/schemas/{id}', () => ({ response: single(schema) })),
  update: inferred('PATCH', '/v1/schemas/{id}', () => ({
    body: z.partial(z.object(fields)),
    response: single(schema),
  })),
  delete: inferred('DELETE', '/v1/schemas/{id}'),
}
