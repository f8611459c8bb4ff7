/** Deletes everything that belongs to a script, workspace or account, so that no row loses its owner. */

import type { Database } from '../database/database.ts'
import type { ScriptRow, UserRow } from '../database/rows.ts'

export function removeScript(world: Database, { id }: ScriptRow): void {
  const tables = [
    ...[world.stars, world.comments, world.collected, world.versions, world.thumbnails, world.views],
    ...[world.pins, world.concepts, world.notifications, world.events],
  ]
  for (const table of tables) for (const row of table.by('script', id)) table.delete(row.id)
  world.scripts.delete(id)
}

/** Scripts keep the workspace id: without members the gate stays closed. */
export function removeWorkspace(world: Database, id: string): void {
  const tables = [world.members, world.invitations, world.notifications]
  for (const table of tables) for (const row of table.by('workspace', id)) table.delete(row.id)
  world.workspaces.delete(id)
}

/** Cascade of *States and transitions*: all rows but the audit rows, which keep the e-mail address. */
export function removeUser(world: Database, user: UserRow): void {
  for (const script of world.scripts.by('owner', user.id)) removeScript(world, script)
  for (const collection of world.collections.by('owner', user.id)) {
    for (const entry of world.collected.by('collection', collection.id)) world.collected.delete(entry.id)
    world.collections.delete(collection.id)
  }
  for (const workspace of world.workspaces.by('owner', user.id)) removeWorkspace(world, workspace.id)
  for (const schema of world.schemas.by('owner', user.id)) world.schemas.delete(schema.id)
  for (const row of world.notifications.by('actor', user.id)) world.notifications.delete(row.id)
  const tables = [
    ...[world.keys, world.sessions, world.stars, world.comments, world.spendings, world.members],
    ...[world.ownedBundles, world.subscriptions, world.payments, world.consents, world.promoUses],
    ...[world.pins, world.concepts, world.invitations, world.notifications, world.schedules],
    ...[world.preferences, world.policyConsents, world.messages, world.events],
  ]
  for (const table of tables) for (const row of table.by('user', user.id)) table.delete(row.id)
  world.users.delete(user.id)
}

/** Adds an audit row, which survives the account with a copy of its e-mail address. */
export function audit(world: Database, actor: UserRow, action: string, subject: string | null = null): void {
  world.audit.put({
    id: world.newId(),
    at: new Date(world.now()).toISOString(),
    action,
    actorId: actor.id,
    actorEmail: actor.email,
    subject,
  })
}
