/** Members and invitations: *Workspaces* of *Further endpoints*, inferred. */
import type { Contract } from '../../api/resources/index.ts'
import { type Database, uuid } from '../database/database.ts'
import type { InvitationRow } from '../database/inferred-rows.ts'
import type { UserRow } from '../database/rows.ts'
import type { Handlers } from '../http/handler.ts'
import { forbidden, HttpError, notFound } from '../http/http-error.ts'
import { notify, retractNotification } from '../rules/notify.ts'
import { toAuthor } from '../rules/serialize.ts'
import { addMember, adminWorkspace, isMember, memberWorkspace } from '../rules/workspace.ts'

export const membership: Handlers<Contract['membership']> = {
  members: ({ world, params, caller }) => {
    const { id, ownerId } = memberWorkspace(world, params.id, caller)
    const items = world.members.by('workspace', id).map(({ userId }) => ({
      userId,
      ...toAuthor(world.users.get(userId) as UserRow),
      role: userId === ownerId ? ('owner' as const) : ('member' as const),
    }))
    return { items, totalCount: items.length }
  },

  remove: ({ world, params, caller }) =>
    world.transaction(() => {
      const row = memberWorkspace(world, params.id, caller)
      if (caller.id !== params.userId && caller.id !== row.ownerId) {
        throw forbidden('only the owner may remove other members')
      }
      if (!isMember(world, row, params.userId)) throw notFound('member not found')
      if (params.userId === row.ownerId) {
        throw new HttpError(409, {
          error: 'is_owner',
          message: 'the owner cannot leave: transfer the workspace first',
        })
      }
      world.members.delete(`${row.id} ${params.userId}`)
      return { ok: true }
    }),

  invitations: ({ world, params, caller }) => {
    const { id } = adminWorkspace(world, params.id, caller)
    const items = world.invitations.by('workspace', id).map((row) => toJson(world, row))
    return { items, totalCount: items.length }
  },

  invite: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const workspace = adminWorkspace(world, params.id, caller)
      const [user] = world.users.by('username', body.username)
      if (!user) throw notFound('user not found')
      if (isMember(world, workspace, user.id)) {
        throw new HttpError(409, { error: 'already_member', message: `${user.username} is already a member` })
      }
      const id = uuid(`invitation:${workspace.id} ${user.id}`)
      const known = world.invitations.get(id)
      if (known) return { item: toJson(world, known) }
      const row = { id, workspaceId: workspace.id, userId: user.id, createdAt: world.stamp() }
      notify(world, { ...row, type: 'invitation', of: id, actorId: caller.id })
      return { item: toJson(world, world.invitations.put(row)) }
    }),

  decline: ({ world, params, caller }) =>
    world.transaction(() => {
      const row = openInvitation(world, params)
      if (row.userId !== caller.id) adminWorkspace(world, params.id, caller)
      closeInvitation(world, row)
      return { ok: true }
    }),

  accept: ({ world, params, caller }) =>
    world.transaction(() => {
      const row = openInvitation(world, params)
      if (row.userId !== caller.id) throw notFound('invitation not found')
      closeInvitation(world, row)
      addMember(world, row.workspaceId, caller.id)
      return { ok: true }
    }),
}

function openInvitation(world: Database, params: { id: string; invitationId: string }): InvitationRow {
  const row = world.invitations.get(params.invitationId)
  if (row?.workspaceId !== params.id) throw notFound('invitation not found')
  return row
}

function closeInvitation(world: Database, { id }: InvitationRow): void {
  world.invitations.delete(id)
  retractNotification(world, 'invitation', id)
}

const toJson = (world: Database, row: InvitationRow) => ({
  ...row,
  username: world.users.get(row.userId)?.username ?? '',
})
