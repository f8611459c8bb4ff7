/** Entity-relationship diagrams: *Schemas* of the section *Further endpoints*. All shapes are inferred. */
import { z } from 'zod'
import { inferred, inferredList, single } from '../contract.ts'

const schema = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  code: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const fields = { name: z.string().min(1), description: z.string().optional(), code: z.string() }

export const schemas = {
  list: inferredList('/v1/schemas', () => schema.omit({ code: true })),
  create: inferred('POST', '/v1/schemas', () => ({ body: z.object(fields), response: single(schema) })),
  get: inferred('GET', '/v1/schemas/{id}', () => ({ response: single(schema) })),
  update: inferred('PATCH', '/v1/schemas/{id}', () => ({
    body: z.object(fields).partial(),
    response: single(schema),
  })),
  delete: inferred('DELETE', '/v1/schemas/{id}'),
}
