/** Entity-relationship diagrams: *Schemas* of the section *Further endpoints*. All shapes are inferred. */
import { z } from 'zod'
import { acknowledged, inferred, list, paged, single } from '../contract.ts'

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
  list: inferred({
    method: 'GET',
    path: '/v1/schemas',
    auth: 'key',
    query: paged,
    response: list(schema.omit({ code: true })),
  }),
  create: inferred({
    method: 'POST',
    path: '/v1/schemas',
    auth: 'key',
    body: z.object(fields),
    response: single(schema),
  }),
  get: inferred({ method: 'GET', path: '/v1/schemas/{id}', auth: 'key', response: single(schema) }),
  update: inferred({
    method: 'PATCH',
    path: '/v1/schemas/{id}',
    auth: 'key',
    body: z.object(fields).partial(),
    response: single(schema),
  }),
  delete: inferred({ method: 'DELETE', path: '/v1/schemas/{id}', auth: 'key', response: acknowledged }),
}
