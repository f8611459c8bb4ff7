/** Collections, private folders of scripts: the contract of the section *Collections* of the service's document. */
import { z } from 'zod'
import { acknowledged, list, operation, single } from '../contract.ts'

const section = 'Endpoints / Collections'

export const collection = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  color: z.string().nullish(),
  scriptCount: z.number().optional(),
  createdAt: z.string().optional(),
})
export type Collection = z.output<typeof collection>

export const collections = {
  list: operation({
    method: 'GET',
    path: '/v1/collections',
    auth: 'key',
    response: list(collection),
    section,
  }),
  create: operation({
    method: 'POST',
    path: '/v1/collections',
    auth: 'key',
    body: z.object({
      name: z.string().min(1),
      description: z.string().optional(),
      color: z
        .string()
        .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'a hex colour such as #1f6feb')
        .optional(),
    }),
    response: single(collection),
    section,
  }),
  addScript: operation({
    method: 'POST',
    path: '/v1/collections/{id}/scripts',
    auth: 'key',
    body: z.object({ scriptId: z.string() }),
    response: acknowledged,
    section,
  }),
  removeScript: operation({
    method: 'DELETE',
    path: '/v1/collections/{id}/scripts/{scriptId}',
    auth: 'key',
    response: acknowledged,
    section,
  }),
}
