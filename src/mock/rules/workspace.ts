/** Decides who may see a workspace (else 404) and who may change it (else 403). */

import type { WorkspaceRow } from '../database/inferred-rows.ts'
import type { MemberRow, UserRow } from '../database/rows.ts'
import { forbidden, notFound } from '../http/http-error.ts'

/** For members. */
export function memberWorkspace(
  row: WorkspaceRow | undefined,
  membership: MemberRow | undefined,
): WorkspaceRow {
  if (!row || !membership) throw notFound('workspace not found')
  return row
}

/** For the owner among the members. */
export function ownedWorkspace(row: WorkspaceRow, caller: UserRow): WorkspaceRow {
  if (row.ownerId !== caller.id) throw forbidden('only the owner may change a workspace')
  return row
}
