/** Decides who may see a workspace (else 404) and who may change it (else 403). */

import type { Database } from '../database/database.ts'
import type { WorkspaceRow } from '../database/inferred-rows.ts'
import type { UserRow } from '../database/rows.ts'
import { forbidden, notFound } from '../http/http-error.ts'

/** For members. */
export function memberWorkspace(database: Database, id: string, caller: UserRow): WorkspaceRow {
  const row = database.workspaces.get(id)
  if (!row || !isMember(database, row, caller.id)) throw notFound('workspace not found')
  return row
}

/** For the owner; 403 for other members. */
export function adminWorkspace(database: Database, id: string, caller: UserRow): WorkspaceRow {
  const row = memberWorkspace(database, id, caller)
  if (row.ownerId !== caller.id) throw forbidden('only the owner may change a workspace')
  return row
}

export const isMember = (database: Database, { id }: WorkspaceRow, userId: string) =>
  database.members.get(`${id} ${userId}`) !== undefined

export const addMember = (database: Database, workspaceId: string, userId: string) =>
  database.members.put({ id: `${workspaceId} ${userId}`, workspaceId, userId })
