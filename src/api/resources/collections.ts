/** Collections, private folders of scripts: the contract of the section *Collections* of the service's document. */
import * as z from 'zod/mini'
import { list, operationsOf, single } from '../contract/contract.ts'

const operation = operationsOf('Endpoints / Collections')

export const collection = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  color: z.nullish(z.string()),
  scriptCount: z.optional(z.number()),
  createdAt: z.optional(z.string()),
})
export type Collection = z.output<typeof collection>

export const collections = {
  list: operation('GET', '/v1/collections', () => ({ response: list(collection) })),
  create: operation('POST', '/v1/collections', () => ({
    body: z.object({
      name: z.string().check(z.minLength(1)),
      description: z.optional(z.string()),
      color: z.optional(
        z
          .string()
          .check(z.regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'a hex colour such as #1f6feb')),
      ),
    }),
    response: single(collection),
  })),
  addScript: operation('POST', '/v1/collections/{id}/scripts', () => ({
    body: z.object({ scriptId: z.string() }),
  })),
  removeScript: operation('DELETE', '/v1/collections/{id}/scripts/{scriptId}'),
}
