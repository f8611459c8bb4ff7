/** Notifications: a part of the section *Further endpoints*. All shapes are inferred. */
import { z } from 'zod'
import { inferred, list, paged } from '../contract.ts'

const notification = z.looseObject({
  id: z.string(),
  type: z.enum(['comment', 'star', 'invitation']),
  actor: z.looseObject({
    username: z.string(),
    fullName: z.string(),
    avatarUrl: z.string().nullable(),
  }),
  script: z.looseObject({ id: z.string(), slug: z.string(), name: z.string() }).nullable(),
  workspace: z.looseObject({ id: z.string(), name: z.string() }).nullable(),
  invitationId: z.string().nullable(),
  isRead: z.boolean(),
  createdAt: z.string(),
})

export const notifications = {
  /** Newest first. */
  list: inferred('GET', '/v1/notifications', () => ({
    query: paged,
    response: list(notification).extend({ unreadCount: z.int() }),
  })),
  readAll: inferred('POST', '/v1/notifications/read-all'),
}
