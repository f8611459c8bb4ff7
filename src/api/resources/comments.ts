/** Comments on scripts, nodes and edges: the contract of the section *Comments* of the service's document. */
import * as z from 'zod/mini'
import { openEnum, operationsOf, single } from '../contract/contract.ts'

const operation = operationsOf('Endpoints / Comments')

const commentTargets = ['script', 'node', 'edge'] as const

export const commentRecord = z.looseObject({
  id: z.string(),
  scriptId: z.optional(z.string()),
  userId: z.optional(z.string()),
  content: z.optional(z.string()),
  targetType: z.optional(openEnum(commentTargets)),
  /** Node id, or `<from>-><to>` for an edge. */
  targetId: z.nullish(z.string()),
  createdAt: z.optional(z.string()),
  author: z.nullish(
    z.looseObject({
      username: z.optional(z.string()),
      fullName: z.nullish(z.string()),
      avatarUrl: z.nullish(z.string()),
    }),
  ),
})
export type Comment = z.output<typeof commentRecord>

export const comments = {
  list: operation('GET', '/v1/scripts/{id}/comments', () => ({
    auth: 'none',
    query: z.object({
      targetType: z.optional(z.enum(commentTargets)),
      targetId: z.optional(z.string()),
    }),
    // The only list without a count (convention 3).
    response: z.looseObject({ items: z.array(commentRecord) }),
  })),
  create: operation('POST', '/v1/scripts/{id}/comments', () => ({
    body: z.object({
      content: z.string().check(z.minLength(1)),
      targetType: z.enum(commentTargets),
      /** Required for a node or an edge; ignored for a script. */
      targetId: z.optional(z.string()),
    }),
    response: single(commentRecord),
  })),
  delete: operation('DELETE', '/v1/comments/{commentId}'),
  /** Legacy path; still works. */
  deleteFromScript: operation('DELETE', '/v1/scripts/{id}/comments/{commentId}'),
}
