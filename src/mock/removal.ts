/** What goes along when a script or an account is removed, so that no row is left without its owner. */
import type { ScriptRow, UserRow } from './rows.ts'
import type { World } from './world.ts'

export function removeScript(world: World, { id }: ScriptRow): void {
  for (const star of world.stars.by('script', id)) world.stars.delete(star.id)
  for (const comment of world.comments.by('script', id)) world.comments.delete(comment.id)
  for (const entry of world.collected.by('script', id)) world.collected.delete(entry.id)
  world.scripts.delete(id)
}

/** The cascade of *States and transitions*: everything but the audit rows, which keep the address. */
export function removeUser(world: World, user: UserRow): void {
  for (const script of world.scripts.by('owner', user.id)) removeScript(world, script)
  for (const collection of world.collections.by('owner', user.id)) {
    for (const entry of world.collected.by('collection', collection.id)) world.collected.delete(entry.id)
    world.collections.delete(collection.id)
  }
  const tables = [
    ...[world.keys, world.sessions, world.stars, world.comments, world.spendings, world.members],
    ...[world.ownedBundles, world.subscriptions, world.payments, world.consents, world.promoUses],
  ]
  for (const table of tables) for (const row of table.by('user', user.id)) table.delete(row.id)
  world.users.delete(user.id)
}

/** Notes what happened; the row survives the account, with a snapshot of its address. */
export function audit(world: World, actor: UserRow, action: string, subject: string | null = null): void {
  world.audit.put({
    id: world.newId(),
    at: new Date(world.now()).toISOString(),
    action,
    actorId: actor.id,
    actorEmail: actor.email,
    subject,
  })
}
