/** Comments on scripts, nodes and edges: the contract of the section *Comments* of the service's document. */
import { z } from 'zod'
import { openEnum, operationsOf, single } from '../contract.ts'

const operation = operationsOf('Endpoints / Comments')

const commentTargets = ['script', 'node', 'edge'] as const

export const commentRecord = z.looseObject({
  id: z.string(),
  scriptId: z.string().optional(),
  userId: z.string().optional(),
  content: z.string().optional(),
  targetType: openEnum(commentTargets).optional(),
  /** Node id, or `<from>-><to>` for an edge. */
  targetId: z.string().nullish(),
  createdAt: z.string().optional(),
  author: z
    .looseObject({
      username: z.string().optional(),
      fullName: z.string().nullish(),
      avatarUrl: z.string().nullish(),
    })
    .nullish(),
})
export type Comment = z.output<typeof commentRecord>

export const comments = {
  list: operation('GET', '/v1/scripts/{id}/comments', () => ({
    auth: 'none',
    query: z.object({ targetType: z.enum(commentTargets).optional(), targetId: z.string().optional() }),
    // The only list without a count (convention 3).
    response: z.looseObject({ items: z.array(commentRecord) }),
  })),
  create: operation('POST', '/v1/scripts/{id}/comments', () => ({
    body: z.object({
      content: z.string().min(1),
      targetType: z.enum(commentTargets),
      /** Required for a node or an edge; ignored for a script. */
      targetId: z.string().optional(),
    }),
    response: single(commentRecord),
  })),
  delete: operation('DELETE', '/v1/comments/{commentId}'),
  /** Legacy path; still works. */
  deleteFromScript: operation('DELETE', '/v1/scripts/{id}/comments/{commentId}'),
}
