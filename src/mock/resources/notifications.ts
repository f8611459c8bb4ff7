/** Notifications: *Notifications* of *Further endpoints*, inferred. */
import type { Database } from '../database/database.ts'
import type { NotificationRow } from '../database/inferred-rows.ts'
import type { UserRow } from '../database/rows.ts'
import { paginateByOffset, toAuthor } from '../rules/serialize.ts'
import type { Handlers } from './handler.ts'

export const notifications: Handlers<'notifications'> = {
  list: ({ database, query, caller }) => {
    const rows = database.notifications
      .by('user', caller.id)
      .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    const unreadCount = rows.filter(({ isRead }) => !isRead).length
    return { ...paginateByOffset(rows, query, (row) => toJson(database, row)), unreadCount }
  },

  readAll: ({ database, caller }) => {
    for (const row of database.notifications.by('user', caller.id)) {
      if (!row.isRead) database.notifications.put({ ...row, isRead: true })
    }
    return { ok: true }
  },
}

function toJson(database: Database, row: NotificationRow) {
  const script = database.scripts.get(row.scriptId ?? '')
  const workspace = database.workspaces.get(row.workspaceId ?? '')
  const invited = ({ userId }: { userId: string }) => userId === row.userId
  return {
    id: row.id,
    type: row.type,
    isRead: row.isRead,
    createdAt: row.createdAt,
    actor: toAuthor(database.users.get(row.actorId) as UserRow),
    script: script ? { id: script.id, slug: script.slug, name: script.name } : null,
    workspace: workspace ? { id: workspace.id, name: workspace.name } : null,
    invitationId: workspace
      ? (database.invitations.by('workspace', workspace.id).find(invited)?.id ?? null)
      : null,
  }
}
