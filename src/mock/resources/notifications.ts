/** Notifications: *Notifications* of *Further endpoints*, inferred. */
import type { Contract } from '../../api/resources/index.ts'
import type { Database } from '../database/database.ts'
import type { NotificationRow } from '../database/inferred-rows.ts'
import type { UserRow } from '../database/rows.ts'
import type { Handlers } from '../http/handler.ts'
import { paginateByOffset, toAuthor } from '../rules/serialize.ts'

export const notifications: Handlers<Contract['notifications']> = {
  list: ({ world, query, caller }) => {
    const rows = world.notifications
      .by('user', caller.id)
      .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    const unreadCount = rows.filter(({ isRead }) => !isRead).length
    return { ...paginateByOffset(rows, query, (row) => toJson(world, row)), unreadCount }
  },

  readAll: ({ world, caller }) =>
    world.transaction(() => {
      for (const row of world.notifications.by('user', caller.id)) {
        if (!row.isRead) world.notifications.put({ ...row, isRead: true })
      }
      return { ok: true }
    }),
}

function toJson(world: Database, row: NotificationRow) {
  const script = world.scripts.get(row.scriptId ?? '')
  const workspace = world.workspaces.get(row.workspaceId ?? '')
  const invited = ({ userId }: { userId: string }) => userId === row.userId
  return {
    ...{ id: row.id, type: row.type, isRead: row.isRead, createdAt: row.createdAt },
    actor: toAuthor(world.users.get(row.actorId) as UserRow),
    script: script ? { id: script.id, slug: script.slug, name: script.name } : null,
    workspace: workspace ? { id: workspace.id, name: workspace.name } : null,
    invitationId: workspace
      ? (world.invitations.by('workspace', workspace.id).find(invited)?.id ?? null)
      : null,
  }
}
