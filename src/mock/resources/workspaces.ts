/** Workspaces: *Workspaces* of *Further endpoints*, inferred. */
import type { Contract } from '../../api/resources/index.ts'
import { removeWorkspace } from '../database/cascade-delete.ts'
import type { Database } from '../database/database.ts'
import type { WorkspaceRow } from '../database/inferred-rows.ts'
import type { UserRow } from '../database/rows.ts'
import { conflict, notFound } from '../http/http-error.ts'
import { publicScripts } from '../rules/gallery-query.ts'
import { checkPicture } from '../rules/pictures.ts'
import { paginateByOffset } from '../rules/serialize.ts'
import { memberWorkspace, ownedWorkspace } from '../rules/workspace.ts'
import type { Handlers } from './handler.ts'
import { listItem } from './script-answers.ts'

/** Bytes of an avatar, which is stored as a `data:` URL. */
const maxAvatarBytes = 64 * 1024

export const workspaces: Handlers<Contract['workspaces']> = {
  list: ({ database, query, caller }) => {
    const rows = database.members
      .by('user', caller.id)
      .flatMap(({ workspaceId }) => database.workspaces.get(workspaceId) ?? [])
    return paginateByOffset(rows, query, (row) => toJson(database, row))
  },

  create: ({ database, body, caller }) => {
    const { name, description = null, isPublic = false } = body
    const row = database.workspaces.put({
      ...{ id: database.newId(), ownerId: caller.id, name, description, isPublic, avatarUrl: null },
      createdAt: database.stamp(),
    })
    addMember(database, row.id, caller.id)
    return { item: toJson(database, row) }
  },

  get: ({ database, params, caller }) => ({
    item: toJson(database, workspaceOf(database, params.id, caller)),
  }),

  update: ({ database, params, body, caller }) => {
    const row = ownedWorkspace(workspaceOf(database, params.id, caller), caller)
    const { name = row.name, description = row.description, isPublic = row.isPublic } = body
    return { item: toJson(database, database.workspaces.put({ ...row, name, description, isPublic })) }
  },

  delete: ({ database, params, caller }) => {
    removeWorkspace(database, ownedWorkspace(workspaceOf(database, params.id, caller), caller).id)
    return { ok: true }
  },

  public: ({ database, params }) => {
    const row = database.workspaces.get(params.id)
    if (!row?.isPublic) throw notFound('workspace not found')
    const scripts = publicScripts(database.scripts.all()).filter(({ workspaceId }) => workspaceId === row.id)
    return {
      item: { ...toJson(database, row), scripts: scripts.map(listItem(database)) },
    }
  },

  avatar: ({ database, params, body, caller }) => {
    const row = ownedWorkspace(workspaceOf(database, params.id, caller), caller)
    checkPicture(body, maxAvatarBytes)
    const avatarUrl = `data:${body.contentType};base64,${body.data}`
    return { item: toJson(database, database.workspaces.put({ ...row, avatarUrl })) }
  },

  transfer: ({ database, params, body, caller }) => {
    const row = ownedWorkspace(workspaceOf(database, params.id, caller), caller)
    if (!database.membership(row.id, body.userId)) {
      throw conflict('not_a_member', 'the new owner must be a member')
    }
    return { item: toJson(database, database.workspaces.put({ ...row, ownerId: body.userId })) }
  },
}

/** A workspace of the caller. */
export const workspaceOf = (database: Database, id: string, caller: UserRow): WorkspaceRow =>
  memberWorkspace(database.workspaces.get(id), database.membership(id, caller.id))

export const addMember = (database: Database, workspaceId: string, userId: string) =>
  database.members.put({ id: `${workspaceId} ${userId}`, workspaceId, userId })

const toJson = (database: Database, row: WorkspaceRow) => ({
  ...row,
  memberCount: database.members.count('workspace', row.id),
})
