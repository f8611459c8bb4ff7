/** Who may know of a workspace (404 where it is hidden), and who may change it (403). */

import { forbidden, notFound } from '../http/http-error.ts'
import type { Database } from '../world/database.ts'
import type { WorkspaceRow } from '../world/inferred-rows.ts'
import type { UserRow } from '../world/rows.ts'

/** For its members. */
export function memberWorkspace(world: Database, id: string, caller: UserRow): WorkspaceRow {
  const row = world.workspaces.get(id)
  if (!row || !isMember(world, row, caller.id)) throw notFound('there is no such workspace')
  return row
}

/** For its owner: 403 to the other members. */
export function adminWorkspace(world: Database, id: string, caller: UserRow): WorkspaceRow {
  const row = memberWorkspace(world, id, caller)
  if (row.ownerId !== caller.id) throw forbidden('only its owner may change a workspace')
  return row
}

export const isMember = (world: Database, { id }: WorkspaceRow, userId: string) =>
  world.members.get(`${id} ${userId}`) !== undefined

export const addMember = (world: Database, workspaceId: string, userId: string) =>
  world.members.put({ id: `${workspaceId} ${userId}`, workspaceId, userId })
