/** Answers with scripts: reads the rows that their fields and the access gate need. */
import type { Database } from '../database/database.ts'
import type { ScriptRow, UserRow } from '../database/rows.ts'
import { isEntitled } from '../rules/access-gate.ts'
import { paginateByOffset, toListItem, toScript } from '../rules/serialize.ts'

export const listItem = (database: Database) => (row: ScriptRow) =>
  toListItem(row, starsOf(database, row))

/** A list that is paged by offset. */
export const listScripts = (
  database: Database,
  rows: readonly ScriptRow[],
  query: { offset?: number | undefined; limit?: number | undefined },
) => paginateByOffset(rows, query, listItem(database))

export const fullScript = (database: Database, row: ScriptRow, caller: UserRow | undefined) =>
  toScript(row, starsOf(database, row), caller, isOpenTo(database, row, caller))

export const starsOf = (database: Database, { id }: ScriptRow): number =>
  database.stars.count('script', id)

/** The caller may read code and readme. */
export function isOpenTo(database: Database, row: ScriptRow, caller: UserRow | undefined): boolean {
  const { members, ownedBundles } = database
  const id = caller?.id ?? ''
  return isEntitled(row, caller, members.by('user', id), ownedBundles.by('user', id))
}
