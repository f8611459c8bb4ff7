/** Notifies users of actions of others, once for each action. */

import type { Database } from '../database/database.ts'
import { uuid } from '../database/database.ts'
import type { NotificationRow } from '../database/inferred-rows.ts'

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
export function notify(world: Database, { type, of, actorId, userId, scriptId, workspaceId }: Notice): void {
  if (actorId === userId) return
  world.notifications.put({
    id: idOf(type, of),
    ...{ type, actorId, userId, scriptId: scriptId ?? null, workspaceId: workspaceId ?? null },
    isRead: false,
    createdAt: world.stamp(),
  })
}

/** Deletes the notification of a reverted action. */
export const retractNotification = (world: Database, type: Type, of: string) =>
  world.notifications.delete(idOf(type, of))
