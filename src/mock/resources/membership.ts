/** Members and invitations: *Workspaces* of *Further endpoints*, inferred. */
import { type Database, uuid } from '../database/database.ts'
import type { InvitationRow } from '../database/inferred-rows.ts'
import { notify, retractNotification } from '../database/notify.ts'
import type { UserRow } from '../database/rows.ts'
import { conflict, forbidden, found, notFound } from '../http/http-error.ts'
import { toAuthor } from '../rules/serialize.ts'
import type { Handlers } from './handler.ts'
import { addMember, ownedWorkspace, workspaceOf } from './workspaces.ts'

export const membership: Handlers<'membership'> = {
  members: ({ database, params, caller }) => {
    const { id, ownerId } = workspaceOf(database, params.id, caller)
    const items = database.members.by('workspace', id).map(({ userId }) => ({
      userId,
      ...toAuthor(database.users.get(userId) as UserRow),
      role: userId === ownerId ? ('owner' as const) : ('member' as const),
    }))
    return { items, totalCount: items.length }
  },

  remove: ({ database, params, caller }) => {
    const row = workspaceOf(database, params.id, caller)
    if (caller.id !== params.userId && caller.id !== row.ownerId) {
      throw forbidden('only the owner may remove other members')
    }
    if (!database.membership(row.id, params.userId)) throw notFound('member not found')
    if (params.userId === row.ownerId) {
      throw conflict('is_owner', 'the owner cannot leave: transfer the workspace first')
    }
    database.members.delete(`${row.id} ${params.userId}`)
    return { ok: true }
  },

  invitations: ({ database, params, caller }) => {
    const { id } = ownedWorkspace(database, params.id, caller)
    const items = database.invitations.by('workspace', id).map((row) => toJson(database, row))
    return { items, totalCount: items.length }
  },

  invite: ({ database, params, body, caller }) => {
    const workspace = ownedWorkspace(database, params.id, caller)
    const user = found(database.users.by('username', body.username)[0], 'user')
    if (database.membership(workspace.id, user.id)) {
      throw conflict('already_member', `${user.username} is already a member`)
    }
    const id = uuid(`invitation:${workspace.id} ${user.id}`)
    const known = database.invitations.get(id)
    if (known) return { item: toJson(database, known) }
    const row = { id, workspaceId: workspace.id, userId: user.id, createdAt: database.stamp() }
    notify(database, { ...row, type: 'invitation', of: id, actorId: caller.id })
    return { item: toJson(database, database.invitations.put(row)) }
  },

  decline: ({ database, params, caller }) => {
    const row = openInvitation(database, params)
    if (row.userId !== caller.id) ownedWorkspace(database, params.id, caller)
    closeInvitation(database, row)
    return { ok: true }
  },

  accept: ({ database, params, caller }) => {
    const row = openInvitation(database, params)
    if (row.userId !== caller.id) throw notFound('invitation not found')
    closeInvitation(database, row)
    addMember(database, row.workspaceId, caller.id)
    return { ok: true }
  },
}

function openInvitation(
  database: Database,
  params: { id: string; invitationId: string },
): InvitationRow {
  const row = database.invitations.get(params.invitationId)
  if (row?.workspaceId !== params.id) throw notFound('invitation not found')
  return row
}

function closeInvitation(database: Database, { id }: InvitationRow): void {
  database.invitations.delete(id)
  retractNotification(database, 'invitation', id)
}

const toJson = (database: Database, row: InvitationRow) => ({
  ...row,
  username: database.users.get(row.userId)?.username ?? '',
})
