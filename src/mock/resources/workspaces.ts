/** Workspaces: *Workspaces* of *Further endpoints*, inferred. */
import type { Contract } from '../../api/resources/index.ts'
import type { Database } from '../database/database.ts'
import type { WorkspaceRow } from '../database/inferred-rows.ts'
import type { Handlers } from '../http/handler.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import { removeWorkspace } from '../rules/cascade-delete.ts'
import { publicScripts } from '../rules/gallery-query.ts'
import { checkPicture } from '../rules/pictures.ts'
import { paginateByOffset, toListItem } from '../rules/serialize.ts'
import { addMember, adminWorkspace, isMember, memberWorkspace } from '../rules/workspace.ts'

/** Bytes of an avatar, which is stored as a `data:` URL. */
const maxAvatarBytes = 64 * 1024

export const workspaces: Handlers<Contract['workspaces']> = {
  list: ({ world, query, caller }) => {
    const rows = world.members
      .by('user', caller.id)
      .flatMap(({ workspaceId }) => world.workspaces.get(workspaceId) ?? [])
    return paginateByOffset(rows, query, (row) => toJson(world, row))
  },

  create: ({ world, body, caller }) =>
    world.transaction(() => {
      const { name, description = null, isPublic = false } = body
      const row = world.workspaces.put({
        ...{ id: world.newId(), ownerId: caller.id, name, description, isPublic, avatarUrl: null },
        createdAt: world.stamp(),
      })
      addMember(world, row.id, caller.id)
      return { item: toJson(world, row) }
    }),

  get: ({ world, params, caller }) => ({ item: toJson(world, memberWorkspace(world, params.id, caller)) }),

  update: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const row = adminWorkspace(world, params.id, caller)
      const { name = row.name, description = row.description, isPublic = row.isPublic } = body
      return { item: toJson(world, world.workspaces.put({ ...row, name, description, isPublic })) }
    }),

  delete: ({ world, params, caller }) =>
    world.transaction(() => {
      removeWorkspace(world, adminWorkspace(world, params.id, caller).id)
      return { ok: true }
    }),

  public: ({ world, params }) => {
    const row = world.workspaces.get(params.id)
    if (!row?.isPublic) throw notFound('workspace not found')
    const scripts = publicScripts(world).filter(({ workspaceId }) => workspaceId === row.id)
    return { item: { ...toJson(world, row), scripts: scripts.map((script) => toListItem(world, script)) } }
  },

  avatar: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const row = adminWorkspace(world, params.id, caller)
      checkPicture(body, maxAvatarBytes)
      const avatarUrl = `data:${body.contentType};base64,${body.data}`
      return { item: toJson(world, world.workspaces.put({ ...row, avatarUrl })) }
    }),

  transfer: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const row = adminWorkspace(world, params.id, caller)
      if (!isMember(world, row, body.userId)) {
        throw new HttpError(409, { error: 'not_a_member', message: 'the new owner must be a member' })
      }
      return { item: toJson(world, world.workspaces.put({ ...row, ownerId: body.userId })) }
    }),
}

const toJson = (world: Database, row: WorkspaceRow) => ({
  ...row,
  memberCount: world.members.count('workspace', row.id),
})
