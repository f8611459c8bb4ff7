/** Counts views of scripts, in total and by day. */
import type { Database } from './database.ts'
import type { ScriptRow } from './rows.ts'

export const dayOf = (time: number | string) => new Date(time).toISOString().slice(0, 10)

/** Counts a view and returns the new total; must run inside a transaction. */
export function countView(database: Database, row: ScriptRow): number {
  const date = dayOf(database.now())
  const id = `${row.id} ${date}`
  const count = (database.views.get(id)?.count ?? 0) + 1
  database.views.put({ id, scriptId: row.id, date, count })
  return database.scripts.put({ ...row, viewCount: row.viewCount + 1 }).viewCount
}
