/** Notifies users of actions of others, once for each action. */
import { type Database, uuid } from './database.ts'
import type { NotificationRow } from './inferred-rows.ts'

type Type = NotificationRow['type']

interface Notice extends Partial<Pick<NotificationRow, 'scriptId' | 'workspaceId'>> {
  type: Type
  /** Id of the comment, the star or the invitation. */
  of: string
  actorId: string
  userId: string
}

const idOf = (type: Type, of: string) => uuid(`notification:${type}:${of}`)

/** Users are not notified of their own actions. */
export function notify(
  database: Database,
  { type, of, actorId, userId, scriptId, workspaceId }: Notice,
): void {
  if (actorId === userId) return
  database.notifications.put({
    id: idOf(type, of),
    type,
    actorId,
    userId,
    scriptId: scriptId ?? null,
    workspaceId: workspaceId ?? null,
    isRead: false,
    createdAt: database.stamp(),
  })
}

/** Deletes the notification of a reverted action. */
export const retractNotification = (database: Database, type: Type, of: string) =>
  database.notifications.delete(idOf(type, of))
