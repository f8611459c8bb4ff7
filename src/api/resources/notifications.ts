/** Notifications: a part of the section *Further endpoints*. All shapes are inferred. */
import * as z from 'zod/mini'
import { inferred, list, paged } from '../contract/contract.ts'

const notification = z.looseObject({
  id: z.string(),
  type: z.enum(['comment', 'star', 'invitation']),
  actor: z.looseObject({
    username: z.string(),
    fullName: z.string(),
    avatarUrl: z.nullable(z.string()),
  }),
  script: z.nullable(
    z.looseObject({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
    }),
  ),
  workspace: z.nullable(
    z.looseObject({
      id: z.string(),
      name: z.string(),
    }),
  ),
  invitationId: z.nullable(z.string()),
  isRead: z.boolean(),
  createdAt: z.string(),
})

export const notifications = {
  /** Newest first. */
  list: inferred('GET', '/v1/notifications', () => ({
    query: paged,
    response: z.extend(list(notification), { unreadCount: z.int() }),
  })),
  readAll: inferred('POST', '/v1/notifications/read-all'),
}
