/** Who may know of a script (404 where it is hidden), and who may change it (403), once the caller is known (401). */
import { forbidden, notFound } from '../http/http-error.ts'
import type { Database } from '../world/database.ts'
import type { ScriptRow, UserRow } from '../world/rows.ts'

/** A private script is its owner's secret. */
export const isVisible = ({ isPublic, ownerId }: ScriptRow, caller: UserRow | undefined) =>
  isPublic || ownerId === caller?.id

/** The script by id or slug, if the caller may know of it; a private one of somebody else is a 404. */
export function visibleScript(world: Database, idOrSlug: string, caller: UserRow | undefined): ScriptRow {
  const row = world.scripts.get(idOrSlug) ?? world.scripts.by('slug', idOrSlug)[0]
  if (!row || !isVisible(row, caller)) throw notFound('there is no such script')
  return row
}

/** The caller's own script: 404 where it is hidden from the caller, 403 where it is public and not the caller's. */
export function ownedScript(world: Database, id: string, caller: UserRow): ScriptRow {
  const row = visibleScript(world, id, caller)
  if (row.ownerId !== caller.id) throw forbidden('only its owner may change a script')
  return row
}
