/** Workspaces: *Workspaces* of *Further endpoints*, inferred. */
import { removeWorkspace } from '../database/cascade-delete.ts'
import type { Database } from '../database/database.ts'
import type { WorkspaceRow } from '../database/inferred-rows.ts'
import type { UserRow } from '../database/rows.ts'
import { conflict, forbidden, notFound } from '../http/http-error.ts'
import { publicScripts } from '../rules/gallery-query.ts'
import { checkPicture } from '../rules/pictures.ts'
import { paginateByOffset } from '../rules/serialize.ts'
import type { Handlers } from './handler.ts'
import { listItem } from './script-answers.ts'

/** Bytes of an avatar, which is stored as a `data:` URL. */
const maxAvatarBytes = 64 * 1024

export const workspaces: Handlers<'workspaces'> = {
  list: ({ database, query, caller }) => {
    const rows = database.members
      .by('user', caller.id)
      .flatMap(({ workspaceId }) => database.workspaces.get(workspaceId) ?? [])
    return paginateByOffset(rows, query, (row) => toJson(database, row))
  },

  create: ({ database, body, caller }) => {
    const { name, description = null, isPublic = false } = body
    const row = database.workspaces.put({
      id: database.newId(),
      ownerId: caller.id,
      name,
      description,
      isPublic,
      avatarUrl: null,
      createdAt: database.stamp(),
    })
    addMember(database, row.id, caller.id)
    return { item: toJson(database, row) }
  },

  get: ({ database, params, caller }) => ({
    item: toJson(database, workspaceOf(database, params.id, caller)),
  }),

  update: ({ database, params, body, caller }) => {
    const row = ownedWorkspace(database, params.id, caller)
    const { name = row.name, description = row.description, isPublic = row.isPublic } = body
    return {
      item: toJson(database, database.workspaces.put({ ...row, name, description, isPublic })),
    }
  },

  delete: ({ database, params, caller }) => {
    removeWorkspace(database, ownedWorkspace(database, params.id, caller).id)
    return { ok: true }
  },

  public: ({ database, params }) => {
    const row = database.workspaces.get(params.id)
    if (!row?.isPublic) throw notFound('workspace not found')
    const scripts = publicScripts(database.scripts.all()).filter(
      ({ workspaceId }) => workspaceId === row.id,
    )
    return {
      item: { ...toJson(database, row), scripts: scripts.map(listItem(database)) },
    }
  },

  avatar: ({ database, params, body, caller }) => {
    const row = ownedWorkspace(database, params.id, caller)
    checkPicture(body, maxAvatarBytes)
    const avatarUrl = `data:${body.contentType};base64,${body.data}`
    return { item: toJson(database, database.workspaces.put({ ...row, avatarUrl })) }
  },

  transfer: ({ database, params, body, caller }) => {
    const row = ownedWorkspace(database, params.id, caller)
    if (!database.membership(row.id, body.userId)) {
      throw conflict('not_a_member', 'the new owner must be a member')
    }
    return { item: toJson(database, database.workspaces.put({ ...row, ownerId: body.userId })) }
  },
}

/** 404 for a workspace that the caller is no member of. */
export function workspaceOf(database: Database, id: string, caller: UserRow): WorkspaceRow {
  const row = database.workspaces.get(id)
  if (!row || !database.membership(id, caller.id)) throw notFound('workspace not found')
  return row
}

/** 403 for members that do not own it. */
export function ownedWorkspace(database: Database, id: string, caller: UserRow): WorkspaceRow {
  const row = workspaceOf(database, id, caller)
  if (row.ownerId !== caller.id) throw forbidden('only the owner may change a workspace')
  return row
}

export const addMember = (database: Database, workspaceId: string, userId: string) =>
  database.members.put({ id: `${workspaceId} ${userId}`, workspaceId, userId })

const toJson = (database: Database, row: WorkspaceRow) => ({
  ...row,
  memberCount: database.members.count('workspace', row.id),
})
