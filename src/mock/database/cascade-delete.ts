/** Deletes everything that belongs to a script, workspace or account, so that no row loses its owner. */
import type { Database } from './database.ts'
import type { ScriptRow, UserRow } from './rows.ts'

export function removeScript(database: Database, { id }: ScriptRow): void {
  const { stars, comments, collected, versions, thumbnails, views, pins, concepts } = database
  const { scripts, notifications, events } = database
  const tables = [
    stars,
    comments,
    collected,
    versions,
    thumbnails,
    views,
    pins,
    concepts,
    notifications,
    events,
  ]
  for (const table of tables) for (const row of table.by('script', id)) table.delete(row.id)
  scripts.delete(id)
}

/** Scripts keep the workspace id: without members the gate stays closed. */
export function removeWorkspace(database: Database, id: string): void {
  const tables = [database.members, database.invitations, database.notifications]
  for (const table of tables) for (const row of table.by('workspace', id)) table.delete(row.id)
  database.workspaces.delete(id)
}

/** Cascade of *States and transitions*: all rows but the audit rows, which keep the e-mail address. */
export function removeUser(database: Database, user: UserRow): void {
  for (const script of database.scripts.by('owner', user.id)) removeScript(database, script)
  for (const collection of database.collections.by('owner', user.id)) {
    for (const entry of database.collected.by('collection', collection.id))
      database.collected.delete(entry.id)
    database.collections.delete(collection.id)
  }
  for (const workspace of database.workspaces.by('owner', user.id)) removeWorkspace(database, workspace.id)
  for (const schema of database.schemas.by('owner', user.id)) database.schemas.delete(schema.id)
  for (const row of database.notifications.by('actor', user.id)) database.notifications.delete(row.id)
  const { keys, sessions, stars, comments, spendings, members, ownedBundles, subscriptions } = database
  const { payments, consents, promoUses, pins, concepts, invitations, notifications, schedules } = database
  const { preferences, policyConsents, messages, events } = database
  const tables = [
    ...[keys, sessions, stars, comments, spendings, members, ownedBundles, subscriptions, payments, consents],
    ...[promoUses, pins, concepts, invitations, notifications, schedules, preferences, policyConsents],
    ...[messages, events],
  ]
  for (const table of tables) for (const row of table.by('user', user.id)) table.delete(row.id)
  database.users.delete(user.id)
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
