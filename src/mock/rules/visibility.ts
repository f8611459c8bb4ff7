/** Decides who may see a script (else 404) and who may change it (else 403), after authentication (401). */
import type { ScriptRow, UserRow } from '../database/rows.ts'
import { forbidden, notFound } from '../http/http-error.ts'

/** Only the owner sees a private script. */
export const isVisible = ({ isPublic, ownerId }: ScriptRow, caller: UserRow | undefined) =>
  isPublic || ownerId === caller?.id

/** 404 for a missing script, and for one that the caller may not see. */
export function visibleScript(row: ScriptRow | undefined, caller: UserRow | undefined): ScriptRow {
  if (!row || !isVisible(row, caller)) throw notFound('script not found')
  return row
}

/** Script of the caller: 404 if it is hidden from the caller, 403 if it is public but not the caller's. */
export function ownedScript(row: ScriptRow | undefined, caller: UserRow): ScriptRow {
  const seen = visibleScript(row, caller)
  if (seen.ownerId !== caller.id) throw forbidden('only the owner may change a script')
  return seen
}
