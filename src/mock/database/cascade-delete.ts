/** Deletes everything that belongs to a script, workspace or account, so that no row loses its owner. */
import type { Database } from './database.ts'
import type { ScriptRow, UserRow } from './rows.ts'

export function removeScript(database: Database, { id }: ScriptRow): void {
  database.deleteBy('script', id)
  database.scripts.delete(id)
}

/** Scripts keep the workspace id: without members the gate stays closed. */
export function removeWorkspace(database: Database, id: string): void {
  database.deleteBy('workspace', id)
  database.workspaces.delete(id)
}

/** Cascade of *States and transitions*: all rows but the audit rows, which keep the e-mail address. */
export function removeUser(database: Database, { id }: UserRow): void {
  for (const script of database.scripts.by('owner', id)) removeScript(database, script)
  for (const workspace of database.workspaces.by('owner', id))
    removeWorkspace(database, workspace.id)
  for (const collection of database.collections.by('owner', id))
    database.deleteBy('collection', collection.id)
  for (const index of ['owner', 'actor', 'user']) database.deleteBy(index, id)
  database.users.delete(id)
}

/** Adds an audit row, which survives the account with a copy of its e-mail address. */
export function audit(
  database: Database,
  actor: UserRow,
  action: string,
  subject: string | null = null,
): void {
  database.audit.put({
    id: database.newId(),
    at: new Date(database.now()).toISOString(),
    action,
    actorId: actor.id,
    actorEmail: actor.email,
    subject,
  })
}
