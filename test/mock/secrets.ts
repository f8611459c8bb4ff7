/** Who may see what, told anew from the service's document and not from the service: the judge of the fuzz test. */
import type {
  CollectionRow,
  CommentRow,
  PaymentRow,
  ScriptRow,
  SubscriptionRow,
  UserRow,
} from '../../src/mock/rows.ts'
import type { Snapshot } from '../../src/mock/snapshot.ts'

export type User = UserRow | undefined

export const rowsOf = <R>({ tables }: Snapshot, name: string) =>
  (tables[name] ?? []) as unknown as readonly R[]

/** A private script is known to its owner alone. */
const mayKnow = ({ isPublic, ownerId }: ScriptRow, user: User) => isPublic || ownerId === user?.id

/** *Access gate on reads*, rules 1 to 5. */
function mayRead(world: Snapshot, script: ScriptRow, user: User): boolean {
  if (!mayKnow(script, user)) return false
  if (script.section !== 'cases' || script.accessTier === 'free' || script.ownerId === user?.id) return true
  const of = (table: string) =>
    rowsOf<Record<string, string>>(world, table).filter(({ userId }) => userId === user?.id)
  const owned = of('ownedBundles').map(({ bundleId }) => bundleId)
  return (
    of('members').some(({ workspaceId }) => workspaceId === script.workspaceId) ||
    script.tags.some(
      (tag) => tag.startsWith('category:') && owned.includes(`${tag.slice('category:'.length)}-cases`),
    )
  )
}

const words = /mark\d{5}|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
const wordsIn = (value: unknown): string[] =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).match(words) ?? []

/** What must never be in an answer, whoever asks. */
const never = /@example\.com|card_[0-9a-f-]{36}|ca_demo_/

/** Words of the answer that this user may not see in either state, each with where it is from. */
export function leaks(answer: string, request: string, user: User, states: readonly Snapshot[]): string[] {
  const own = new Set(wordsIn(request))
  const found = new Set(wordsIn(answer).filter((word) => !own.has(word)))
  const secret = never.exec(answer)?.[0]
  const hidden = [...found].filter((word) => {
    const seen = states.map((state) => visibility(state, user).get(word)).filter((open) => open !== undefined)
    return seen.length > 0 && !seen.includes(true)
  })
  return secret !== undefined && !request.includes(secret) ? [secret, ...hidden] : hidden
}

/** Every word that stands in a row, with whether the user may see it. */
function visibility(state: Snapshot, user: User): Map<string, boolean> {
  const open = new Map<string, boolean>()
  const note = (may: boolean, ...values: unknown[]) => {
    for (const word of values.flatMap(wordsIn)) open.set(word, (open.get(word) ?? false) || may)
  }
  const scripts = rowsOf<ScriptRow>(state, 'scripts')
  for (const script of scripts) {
    note(mayKnow(script, user), script.id, script.name, script.description, script.slug, script.tags)
    note(mayRead(state, script, user), script.code, script.readme)
  }
  const known = new Set(scripts.filter((script) => mayKnow(script, user)).map(({ id }) => id))
  for (const { id, scriptId, userId, content, targetId } of rowsOf<CommentRow>(state, 'comments')) {
    // Whoever comments may name anything as its target, a script that only they may see included.
    note(known.has(scriptId) || userId === user?.id, id, content, targetId ?? '')
  }
  for (const { id, ownerId, name, description } of rowsOf<CollectionRow>(state, 'collections')) {
    note(ownerId === user?.id, id, name, description)
  }
  for (const { id, userId, orderId } of rowsOf<PaymentRow>(state, 'payments'))
    note(userId === user?.id, id, orderId)
  for (const { id, userId } of rowsOf<SubscriptionRow>(state, 'subscriptions')) note(userId === user?.id, id)
  for (const { reason } of rowsOf<{ reason: string }>(state, 'reports')) note(false, reason)
  return open
}
