/** Decides who may see a workspace (else 404) and who may change it (else 403). */

import type { Database } from '../database/database.ts'
import type { WorkspaceRow } from '../database/inferred-rows.ts'
import type { UserRow } from '../database/rows.ts'
import { forbidden, notFound } from '../http/http-error.ts'

/** For members. */
export function memberWorkspace(world: Database, id: string, caller: UserRow): WorkspaceRow {
  const row = world.workspaces.get(id)
  if (!row || !isMember(world, row, caller.id)) throw notFound('workspace not found')
  return row
}

/** For the owner; 403 for other members. */
export function adminWorkspace(world: Database, id: string, caller: UserRow): WorkspaceRow {
  const row = memberWorkspace(world, id, caller)
  if (row.ownerId !== caller.id) throw forbidden('only the owner may change a workspace')
  return row
}

export const isMember = (world: Database, { id }: WorkspaceRow, userId: string) =>
  world.members.get(`${id} ${userId}`) !== undefined

export const addMember = (world: Database, workspaceId: string, userId: string) =>
  world.members.put({ id: `${workspaceId} ${userId}`, workspaceId, userId })
