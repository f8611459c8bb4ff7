/** Decides who may see a script (else 404) and who may change it (else 403), after authentication (401). */

import type { Database } from '../database/database.ts'
import type { ScriptRow, UserRow } from '../database/rows.ts'
import { forbidden, notFound } from '../http/http-error.ts'

/** Only the owner sees a private script. */
export const isVisible = ({ isPublic, ownerId }: ScriptRow, caller: UserRow | undefined) =>
  isPublic || ownerId === caller?.id

/** Script by id or slug; 404 if the caller may not see it. */
export function visibleScript(database: Database, idOrSlug: string, caller: UserRow | undefined): ScriptRow {
  const row = database.scripts.get(idOrSlug) ?? database.scripts.by('slug', idOrSlug)[0]
  if (!row || !isVisible(row, caller)) throw notFound('script not found')
  return row
}

/** Script of the caller: 404 if it is hidden from the caller, 403 if it is public but not the caller's. */
export function ownedScript(database: Database, id: string, caller: UserRow): ScriptRow {
  const row = visibleScript(database, id, caller)
  if (row.ownerId !== caller.id) throw forbidden('only the owner may change a script')
  return row
}
